"""Files of road graphs: OpenStreetMap, DIMACS, GraphML, Matrix Market and line layers."""
