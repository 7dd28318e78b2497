"""Files that name data elsewhere, and a server that sees who asks for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SOURCE = (
    '<VRTDataset rasterXSize="4" rasterYSize="3"><GeoTransform>100,10,0,230,0,-10</GeoTransform>'
    '<VRTRasterBand dataType="Int16" band="1"><SimpleSource>'
    '<SourceFilename relativeToVRT="{relative}">{name}</SourceFilename><SourceBand>1</SourceBand>'
    "</SimpleSource></VRTRasterBand></VRTDataset>"
)
WINDOW = (
    "<DataWindow><UpperLeftX>-1</UpperLeftX><UpperLeftY>1</UpperLeftY><LowerRightX>1</LowerRightX>"
    "<LowerRightY>-1</LowerRightY>{more}</DataWindow><BandsCount>1</BandsCount>"
)
TILES = "<TileLevel>0</TileLevel><TileCountX>1</TileCountX><TileCountY>1</TileCountY>"
SIZE = "<SizeX>2</SizeX><SizeY>2</SizeY>"
MRF = (
    '<MRF_META>{cached}<Raster><Size x="2" y="2" c="1"/><PageSize x="2" y="2" c="1"/>'
    "<DataType>Byte</DataType>{data}</Raster>"
    '<GeoTags><BoundingBox minx="0" miny="0" maxx="2" maxy="2"/></GeoTags></MRF_META>'
)
WMTS = (
    '<Capabilities xmlns="http://www.opengis.net/wmts/1.0" version="1.0.0"><Contents><Layer>'
    '<Identifier xmlns="http://www.opengis.net/ows/1.1">a</Identifier>'
    "<Style><Identifier>s</Identifier></Style><Format>image/png</Format>"
    "<TileMatrixSetLink><TileMatrixSet>g</TileMatrixSet></TileMatrixSetLink>"
    '<ResourceURL format="image/png" template="{url}/t/{{TileMatrix}}.png" resourceType="tile"/>'
    "</Layer><TileMatrixSet><Identifier>g</Identifier><SupportedCRS>EPSG:3857</SupportedCRS>"
    "<TileMatrix><Identifier>0</Identifier><ScaleDenominator>559082264.02</ScaleDenominator>"
    "<TopLeftCorner>-20037508.34 20037508.34</TopLeftCorner><TileWidth>256</TileWidth>"
    "<TileHeight>256</TileHeight><MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight>"
    "</TileMatrix></TileMatrixSet></Contents></Capabilities>"
)
OVERVIEW = (
    '<VRTDataset rasterXSize="2" rasterYSize="2"><VRTRasterBand dataType="Byte" band="1"><Overview>'
    "<SourceFilename>/vsicurl/{url}/overview.tif</SourceFilename></Overview></VRTRasterBand>"
    "</VRTDataset>"
)
RAW = (
    '<VRTDataset rasterXSize="2" rasterYSize="2">'
    '<VRTRasterBand dataType="Byte" band="1" subClass="VRTRawRasterBand">'
    '<SourceFilename relativetoVRT="0">/vsicurl/{url}/raw.bin</SourceFilename></VRTRasterBand>'
    "</VRTDataset>"
)
WARPED = (
    '<VRTDataset rasterXSize="2" rasterYSize="2" subClass="VRTWarpedDataset">'
    '<VRTRasterBand dataType="Byte" band="1" subClass="VRTWarpedRasterBand"/><GDALWarpOptions>'
    '<SourceDataset relativeToVRT="0">/vsicurl/{url}/warped.tif</SourceDataset>'
    "<Transformer><GenImgProjTransformer/></Transformer></GDALWarpOptions></VRTDataset>"
)
INDEX = (
    "<GDALTileIndexDataset><IndexDataset>/vsicurl/{url}/index.gpkg</IndexDataset>"
    "<IndexLayer>i</IndexLayer><LocationField>location</LocationField></GDALTileIndexDataset>"
)
SERVICE = "<GDAL_WMS><Service name='{name}'>{more}<ServerUrl>{url}</ServerUrl></Service>{window}"

VRT_SOURCES = (
    "/vsicurl/{url}/a.tif",
    "/vsicurl_streaming/{url}/b.tif",
    "{url}/c.tif",
    "WMS:{url}/wms?LAYERS=a&amp;SRS=EPSG:4326&amp;BBOX=0,0,1,1",
    "WMTS:{url}/wmts",
    "WCS:{url}/wcs?coverage=a",
    "/vsizip/vsicurl/{url}/d.zip/e.tif",
    'NETCDF:"{url}/x.nc":v',
    "NETCDF:{url}/x.nc:v",
    "{url}/dap.nc#mode=bytes",
    "DAAS:{url}/daas",
    'ZARR:"/vsicurl/{url}/z.zarr"',
    "GTI:{url}/t.gti.gpkg",
    "vrt:///vsicurl/{url}/v.tif?bands=1",
    "&lt;GDAL_WMS&gt;&lt;ServerUrl&gt;{url}/inline&lt;/ServerUrl&gt;&lt;/GDAL_WMS&gt;",
)
"""What a virtual raster may name instead of a file."""


def raster_descriptions(url: str) -> dict[str, str]:
    """Name → text of files that GDAL's rasters of the network are made of."""
    files = {
        f"source{n}.vrt": SOURCE.format(relative=0, name=name.format(url=url))
        for n, name in enumerate(VRT_SOURCES)
    }
    tiles = url + "/${z}/${x}/${y}.png"
    wms = "<Version>1.1.1</Version><SRS>EPSG:4326</SRS><Layers>a</Layers>"
    for name, more, address, size in (
        ("TMS", "", tiles, TILES),
        ("WMS", wms, url, SIZE),
        ("AGS", "", f"{url}/arcgis/rest/services/x/MapServer", SIZE),
    ):
        text = SERVICE.format(name=name, more=more, url=address, window=WINDOW.format(more=size))
        files[f"{name}.xml"] = f"{text}</GDAL_WMS>"
    return files | {
        "wmts.xml": f"<GDAL_WMTS><GetCapabilitiesUrl>{url}/w</GetCapabilitiesUrl></GDAL_WMTS>",
        "capabilities.xml": WMTS.format(url=url),
        "wcs.xml": f"<WCS_GDAL><ServiceURL>{url}/wcs?</ServiceURL>"
        "<CoverageName>a</CoverageName></WCS_GDAL>",
        "overview.vrt": OVERVIEW.format(url=url),
        "raw.vrt": RAW.format(url=url),
        "warped.vrt": WARPED.format(url=url),
        "index.gti": INDEX.format(url=url),
        "cached.mrf": MRF.format(
            cached=f"<CachedSource><Source>/vsicurl/{url}/s.tif</Source></CachedSource>", data=""
        ),
        "data.mrf": MRF.format(
            cached="",
            data=f"<DataFile>/vsicurl/{url}/d</DataFile><IndexFile>/vsicurl/{url}/i</IndexFile>",
        ),
    }


def layer_descriptions(url: str) -> dict[str, str]:
    """Name → text of files that layers of the network are made of."""
    layer = "<OGRVRTDataSource><OGRVRTLayer name='a'>{}</OGRVRTLayer></OGRVRTDataSource>"
    source = "<SrcDataSource>{}</SrcDataSource>"
    return {
        "url.vrt": layer.format(source.format(f"{url}/o.geojson")),
        "curl.vrt": layer.format(source.format(f"/vsicurl/{url}/o.gpkg")),
        "service.vrt": layer.format(source.format(f"WFS:{url}/wfs")),
        "wfs.xml": f"<OGRWFSDataSource><URL>{url}/wfs</URL></OGRWFSDataSource>",
    }


class Server:
    """How it is called, and what was asked of it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[str] = []


@contextmanager
def listening() -> Iterator[Server]:
    """A server on this machine that counts connections, whatever is asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404)

        do_HEAD = do_POST = do_GET  # noqa: N815  # the names that http.server looks for

        def log_message(self, *_: object) -> None:
            pass

    class Counting(ThreadingHTTPServer):
        daemon_threads = True

        def process_request(self, request: object, client_address: object) -> None:
            server.asked.append(str(client_address))
            super().process_request(request, client_address)  # type: ignore[arg-type]

    with Counting(("127.0.0.1", 0), Handler) as listener:
        server = Server(f"http://127.0.0.1:{listener.server_address[1]}")
        thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            listener.shutdown()
            thread.join()


def written(folder: Path, files: dict[str, str]) -> list[Path]:
    for name, text in files.items():
        (folder / name).write_text(text)
    return [folder / name for name in files]
