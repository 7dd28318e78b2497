"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.documentElement;
  root.classList.toggle("roads", !data.areas.length);  // roads alone lie in no sea
  const asked = new URLSearchParams(location.hash.slice(1));

  // Whole numbers of data.step from data.origin, each point as its distance from the one before.
  function places(numbers) {
    const found = [];
    let x = 0, y = 0;
    for (let i = 0; i < numbers.length; i += 2) {
      x += numbers[i];
      y += numbers[i + 1];
      found.push([data.origin[1] + y * data.step, data.origin[0] + x * data.step]);
    }
    return found;
  }

  const map = L.map("map", {
    crs: data.geographic ? L.CRS.EPSG3857 : L.CRS.Simple,
    minZoom: -24, maxZoom: 24, zoomSnap: 0.25, attributionControl: false,
    zoomControl: false, worldCopyJump: false,
  });
  L.control.zoom({ position: "topleft" }).addTo(map);
  L.control.scale({ position: "bottomleft" }).addTo(map);
  map.createPane("shapes").style.zIndex = 410;
  map.createPane("drawn").style.zIndex = 425;
  map.createPane("starts").style.zIndex = 430;

  // One canvas for all: of several only the uppermost would be told where the pointer is.
  const canvas = L.canvas({ pane: "shapes", padding: 0.3, tolerance: 3 });
  const under = document.getElementById("under");
  function told(layer, slice) {
    layer.on("mousemove", () => { under.textContent = slice.label; });
    layer.on("mouseout", () => { under.textContent = "\u00a0"; });
    layer.bindTooltip(slice.label, { sticky: true });
    return layer;
  }

  // Light and shadow lie over the colours, and let the pointer through.
  if (data.relief) {
    const pane = map.createPane("relief");
    pane.style.zIndex = 420;
    pane.style.pointerEvents = "none";
    const corners = [data.relief.box.slice(0, 2), data.relief.box.slice(2)].flatMap(places);
    L.imageOverlay(data.relief.picture, corners, { pane: "relief", alt: "" }).addTo(map);
  }

  // By slice, the uppermost first: lines, casings of lines, areas.
  const shown = data.slices.map(() => [[], [], []]);
  data.areas.forEach((polygons, k) => {
    if (!polygons.length) return;
    const slice = data.slices[k];
    shown[k][2].push(told(L.polygon(polygons.map((rings) => rings.map(places)), {
      renderer: canvas, pane: "shapes", color: slice.colour, weight: 0.7, fillColor: slice.colour,
      fillOpacity: 1, smoothFactor: 0.7,
    }), slice));
  });
  data.lines.forEach((line) => {
    const slice = data.slices[line.slice];
    if (data.areas.length) {  // a road has the colour of the ground beside it, or nearly
      shown[line.slice][1].push(L.polyline(line.parts.map(places), {
        renderer: canvas, pane: "shapes", color: "#1b1420", weight: line.width + 2.4,
        interactive: false, smoothFactor: 0.7,
      }));
    }
    shown[line.slice][0].push(told(L.polyline(line.parts.map(places), {
      renderer: canvas, pane: "shapes", color: slice.colour, weight: line.width, smoothFactor: 0.7,
    }), slice));
  });

  // What was drawn that times heed: always there, whatever the time.
  const kinds = {
    closed: "Closed by drawing", barrier: "Drawn barrier", open: "Opened by drawing",
    speed: "Drawn speed", factor: "Multiplied speeds",
  };
  data.drawn.forEach((shape) => {
    const look = {
      pane: "drawn", color: shape.colour, weight: 2.5, fillColor: shape.colour, fillOpacity: 0.25,
      smoothFactor: 0.7,
    };
    const layers = [
      ...shape.areas.map((rings) => L.polygon(rings.map(places), look)),
      ...shape.lines.map((line) => L.polyline(places(line), { ...look, weight: 4 })),
      ...(shape.at.length
        ? [L.circleMarker(places(shape.at)[0], { ...look, radius: 5, fillOpacity: 0.8 })] : []),
    ];
    const word = document.createElement("span");
    word.textContent = shape.words || kinds[shape.kind];
    layers.forEach((layer) => layer.bindTooltip(word, { sticky: true }).addTo(map));
  });

  const starts = data.starts.map((start) => {
    const word = document.createElement("span");
    word.textContent = start.delay ? `${start.name} (+${start.delay})` : start.name;
    const few = data.starts.length > 1 && data.starts.length <= 40;
    return L.circleMarker(places(start.at)[0], {
      pane: "starts", radius: 7, color: "#fff", weight: 2, fillColor: start.colour, fillOpacity: 1,
    }).bindTooltip(word, { permanent: few || start.named, direction: "top", offset: [0, -8] });
  });
  starts.forEach((start) => start.addTo(map));

  const corners = [data.box.slice(0, 2), data.box.slice(2)].flatMap(places);
  const wide = window.innerWidth > 640;
  map.fitBounds(L.latLngBounds(corners).pad(0.02), {
    paddingBottomRight: wide ? [300, 10] : [10, window.innerHeight * 0.45],
  });

  // The legend: bands, then starts.
  const legend = document.querySelector("#legend tbody");
  function row(colour, words, amount, kind) {
    const line = legend.insertRow();
    const mark = document.createElement("i");
    mark.className = kind;
    mark.style.background = colour;
    line.insertCell().append(mark);
    const text = line.insertCell();
    text.textContent = words;
    if (amount) line.insertCell().textContent = amount;
    else text.colSpan = 2;  // names are as long as people make them
    return line;
  }
  const rows = data.bands.map((band) => row(band.colour, band.label, band.amount, "band"));
  data.starts.slice(0, 40).forEach((start) => row(start.colour, start.name, "", "start"));
  new Map(data.drawn.map((shape) => [shape.kind, shape.colour])).forEach(
    (colour, kind) => row(colour, kinds[kind], "", "drawn"));
  const about = document.getElementById("about");
  data.about.forEach(([name, value]) => {
    about.appendChild(document.createElement("dt")).textContent = name;
    about.appendChild(document.createElement("dd")).textContent = value;
  });

  document.getElementById("source").textContent = data.source;

  // Time: what is reached by then is shown.
  const scrubber = document.getElementById("scrubber");
  const until = document.getElementById("until");
  const last = data.slices.length - 1;
  scrubber.max = last;
  let now = -1;
  function show(k) {
    shown.forEach((layers, i) => layers.flat().forEach((layer) => {
      if (i > k && i <= now) layer.remove();
    }));
    // What is added lies on top, so that casings are put beneath all lines, and areas beneath both.
    const added = shown.slice(now + 1, k + 1);
    [0, 1, 2].forEach((kind) => added.forEach((layers) => layers[kind].forEach((layer) => {
      layer.addTo(map);
      if (kind) layer.bringToBack();
    })));
    now = k;
    scrubber.value = k;
    until.textContent = data.slices[k].until;
    rows.forEach((line, band) => line.classList.toggle("later", band > data.slices[k].band));
  }
  const wanted = Number(asked.get("slice") ?? last);
  show(Number.isInteger(wanted) ? Math.max(0, Math.min(last, wanted)) : last);
  const play = document.getElementById("play");
  let timer = 0;
  function pause() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶";
    play.setAttribute("aria-label", "Play");
  }
  scrubber.addEventListener("input", () => { pause(); show(Number(scrubber.value)); });
  play.addEventListener("click", () => {
    if (timer) { pause(); return; }
    if (now === last) show(0);
    play.textContent = "⏸";
    play.setAttribute("aria-label", "Pause");
    timer = setInterval(() => { if (now < last) show(now + 1); else pause(); }, 3000 / (last + 1));
  });

  // Light or dark: as the system is, until somebody chooses.
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = asked.has("dark") ? true : asked.has("light") ? false : null;
  const paint = () => root.classList.toggle("dark", chosen ?? system.matches);
  system.addEventListener("change", paint);
  document.getElementById("dark").addEventListener("click", () => {
    chosen = !root.classList.contains("dark");
    paint();
  });
  paint();
  root.dataset.ready = String(shown.flat(2).length);
}());
