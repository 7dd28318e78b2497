// Dijkstra's algorithm on a graph in compressed sparse rows, sequential: the peer that a C++
// programmer would write with care. One thread; two heaps to choose from.

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace {

constexpr std::uint32_t unreached = 1u << 30;
constexpr int vertex_bits = 32;
constexpr std::uint64_t vertex_mask = (std::uint64_t(1) << vertex_bits) - 1;

// The library's heap of 64-bit entries; outdated entries stay in place.
class LibraryHeap {
    std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> heap;

public:
    explicit LibraryHeap(std::int64_t) {}
    bool empty() const { return heap.empty(); }
    void put(std::uint32_t vertex, std::uint32_t ticks) {
        heap.push(std::uint64_t(ticks) << vertex_bits | vertex);
    }
    std::uint64_t take() {
        const std::uint64_t entry = heap.top();
        heap.pop();
        return entry;
    }
};

// Four children a node, one entry a vertex, moved up when its label falls.
class IndexedHeap {
    std::vector<std::uint64_t> heap;
    std::vector<std::uint32_t> place;
    static constexpr std::uint32_t absent = ~0u;

    void set(std::size_t at, std::uint64_t entry) {
        heap[at] = entry;
        place[entry & vertex_mask] = std::uint32_t(at);
    }

public:
    explicit IndexedHeap(std::int64_t vertices) : place(vertices, absent) {}
    bool empty() const { return heap.empty(); }
    void put(std::uint32_t vertex, std::uint32_t ticks) {
        const std::uint64_t entry = std::uint64_t(ticks) << vertex_bits | vertex;
        std::size_t at = place[vertex];
        if (at == absent) {
            at = heap.size();
            heap.push_back(entry);
        }
        while (at > 0 && heap[(at - 1) / 4] > entry) {
            set(at, heap[(at - 1) / 4]);
            at = (at - 1) / 4;
        }
        set(at, entry);
    }
    std::uint64_t take() {
        const std::uint64_t least = heap[0], last = heap.back();
        place[least & vertex_mask] = absent;
        heap.pop_back();
        if (heap.empty()) return least;
        std::size_t at = 0;
        for (;;) {
            const std::size_t first = 4 * at + 1;
            if (first >= heap.size()) break;
            const std::size_t end = first + 4 < heap.size() ? first + 4 : heap.size();
            std::size_t best = first;
            for (std::size_t child = first + 1; child < end; ++child)
                if (heap[child] < heap[best]) best = child;
            if (heap[best] >= last) break;
            set(at, heap[best]);
            at = best;
        }
        set(at, last);
        return least;
    }
};

template <class Heap>
std::int64_t search(const std::int64_t* first_out, const std::uint32_t* head, const std::uint32_t* cost,
                    std::uint32_t* labels, std::int64_t vertices, std::int64_t start) {
    for (std::int64_t vertex = 0; vertex < vertices; ++vertex) labels[vertex] = unreached;
    Heap heap(vertices);
    std::int64_t settled = 0;
    labels[start] = 0;
    heap.put(std::uint32_t(start), 0);
    while (!heap.empty()) {
        const std::uint64_t entry = heap.take();
        const std::uint32_t vertex = std::uint32_t(entry & vertex_mask);
        const std::uint32_t ticks = std::uint32_t(entry >> vertex_bits);
        if (ticks != labels[vertex]) continue;
        ++settled;
        for (std::int64_t arc = first_out[vertex]; arc < first_out[vertex + 1]; ++arc) {
            const std::uint32_t label = ticks + cost[arc];
            if (label < labels[head[arc]]) {
                labels[head[arc]] = label;
                heap.put(head[arc], label);
            }
        }
    }
    return settled;
}

}  // namespace

#ifdef _WIN32
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C"
#endif

// first_out: vertices + 1; head, cost: arcs, a cost of 2^30 is a closed arc.
// labels: vertices ticks, filled here. indexed: which heap. Returns the number of vertices settled.
EXPORTED std::int64_t road_dijkstra(const std::int64_t* first_out, const std::uint32_t* head,
                                    const std::uint32_t* cost, std::uint32_t* labels,
                                    std::int64_t vertices, std::int64_t start, std::int64_t indexed) {
    return indexed ? search<IndexedHeap>(first_out, head, cost, labels, vertices, start)
                   : search<LibraryHeap>(first_out, head, cost, labels, vertices, start);
}
