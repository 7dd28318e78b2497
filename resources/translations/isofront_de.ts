<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Isofront</source>
        <translation>Über Isofront</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Isochrones on terrain and roads, as fast as the machine allows. Apache License 2.0.</source>
        <translation>Isochronen im Gelände und auf Straßen, so schnell, wie der Rechner es erlaubt. Apache-Lizenz 2.0.</translation>
    </message>
    <message>
        <source>Isofront {version}</source>
        <translation>Isofront {version}</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;About Isofront</source>
        <translation>&amp;Über Isofront</translation>
    </message>
    <message>
        <source>&amp;Area</source>
        <translation>&amp;Fläche</translation>
    </message>
    <message>
        <source>&amp;Areas by band</source>
        <translation>&amp;Flächen je Stufe</translation>
    </message>
    <message>
        <source>&amp;Brush</source>
        <translation>&amp;Pinsel</translation>
    </message>
    <message>
        <source>&amp;Buttons of panels</source>
        <translation>&amp;Knöpfe der Bedienfelder</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Close roads by drawing</source>
        <translation>Straßen durch &amp;Zeichnen sperren</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>&amp;Continuous colours</source>
        <translation>&amp;Stufenlose Farben</translation>
    </message>
    <message>
        <source>&amp;Duplicate the scenario</source>
        <translation>Szenario &amp;duplizieren</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>&amp;Export pinned paths…</source>
        <translation>An&amp;geheftete Wege exportieren…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;First steps</source>
        <translation>&amp;Erste Schritte</translation>
    </message>
    <message>
        <source>&amp;Flood</source>
        <translation>Füll&amp;en</translation>
    </message>
    <message>
        <source>&amp;Glow of reached roads</source>
        <translation>&amp;Leuchten erreichter Straßen</translation>
    </message>
    <message>
        <source>&amp;Go to…</source>
        <translation>Ge&amp;he zu…</translation>
    </message>
    <message>
        <source>&amp;Grid of the coordinates</source>
        <translation>&amp;Gitter der Koordinaten</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Help…</source>
        <translation>&amp;Hilfe…</translation>
    </message>
    <message>
        <source>&amp;Hill shading</source>
        <translation>S&amp;chummerung</translation>
    </message>
    <message>
        <source>&amp;Keep the figures in the project…</source>
        <translation>Zahlen im Projekt &amp;behalten…</translation>
    </message>
    <message>
        <source>&amp;Keep this result</source>
        <translation>Ergebnis &amp;behalten</translation>
    </message>
    <message>
        <source>&amp;Keyboard and mouse</source>
        <translation>&amp;Tastatur und Maus</translation>
    </message>
    <message>
        <source>&amp;Kilometres or miles</source>
        <translation>Kilometer oder &amp;Meilen</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>Legen&amp;de</translation>
    </message>
    <message>
        <source>&amp;Legend, scale and grid</source>
        <translation>Legen&amp;de, Maßstab und Gitter</translation>
    </message>
    <message>
        <source>&amp;Line</source>
        <translation>&amp;Linie</translation>
    </message>
    <message>
        <source>&amp;Log…</source>
        <translation>&amp;Protokoll…</translation>
    </message>
    <message>
        <source>&amp;Map</source>
        <translation>&amp;Karte</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;New terrain from…</source>
        <translation>&amp;Neues Gelände aus…</translation>
    </message>
    <message>
        <source>&amp;Next scenario</source>
        <translation>&amp;Nächstes Szenario</translation>
    </message>
    <message>
        <source>&amp;North arrow</source>
        <translation>&amp;Nordpfeil</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Öffnen…</translation>
    </message>
    <message>
        <source>&amp;Path to the pointer</source>
        <translation>&amp;Weg zum Zeiger</translation>
    </message>
    <message>
        <source>&amp;Pin the path to the pointer</source>
        <translation>Weg zum &amp;Zeiger anheften</translation>
    </message>
    <message>
        <source>&amp;Play the front</source>
        <translation>&amp;Front abspielen</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Previous scenario</source>
        <translation>&amp;Voriges Szenario</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Been&amp;den</translation>
    </message>
    <message>
        <source>&amp;Race of solvers…</source>
        <translation>&amp;Wettlauf der Verfahren…</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Rename the scenario…</source>
        <translation>Szenario &amp;umbenennen…</translation>
    </message>
    <message>
        <source>&amp;Route to the pointer</source>
        <translation>Ro&amp;ute zum Zeiger</translation>
    </message>
    <message>
        <source>&amp;Save edits…</source>
        <translation>Änderungen &amp;speichern…</translation>
    </message>
    <message>
        <source>&amp;Solve again</source>
        <translation>&amp;Neu berechnen</translation>
    </message>
    <message>
        <source>&amp;Solve all scenarios</source>
        <translation>&amp;Alle Szenarien berechnen</translation>
    </message>
    <message>
        <source>&amp;Solver</source>
        <translation>Be&amp;rechnung</translation>
    </message>
    <message>
        <source>&amp;Terrain beneath</source>
        <translation>&amp;Gelände darunter</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Validate the result</source>
        <translation>Ergebnis &amp;prüfen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>A made-up island with a start set</source>
        <translation>Eine erfundene Insel mit gesetztem Startpunkt</translation>
    </message>
    <message>
        <source>Add &amp;base layer…</source>
        <translation>&amp;Layer hinzufügen…</translation>
    </message>
    <message>
        <source>Add &amp;destinations by clicking</source>
        <translation>Z&amp;iele durch Klicken hinzufügen</translation>
    </message>
    <message>
        <source>Add edits f&amp;rom a file…</source>
        <translation>Änderungen aus &amp;Datei hinzufügen…</translation>
    </message>
    <message>
        <source>Add or&amp;igins by clicking</source>
        <translation>&amp;Quellen durch Klicken hinzufügen</translation>
    </message>
    <message>
        <source>Add starts from a fi&amp;le…</source>
        <translation>Startpunkte aus &amp;Datei hinzufügen…</translation>
    </message>
    <message>
        <source>All starts as CSV, GeoPackage or GeoJSON, to be opened here again</source>
        <translation>Alle Startpunkte als CSV, GeoPackage oder GeoJSON, um sie hier wieder zu öffnen</translation>
    </message>
    <message>
        <source>Also show the roads that are not reached</source>
        <translation>Auch die Straßen zeigen, die nicht erreicht werden</translation>
    </message>
    <message>
        <source>An arrow to true north</source>
        <translation>Ein Pfeil nach geographisch Nord</translation>
    </message>
    <message>
        <source>Areas around reached roads, by band; a dialog asks how</source>
        <translation>Flächen um erreichte Straßen, je Stufe; ein Dialog fragt, wie</translation>
    </message>
    <message>
        <source>Ask what the next scenario of the project asks</source>
        <translation>Fragen, was das nächste Szenario des Projekts fragt</translation>
    </message>
    <message>
        <source>Ask what the scenario before asks</source>
        <translation>Fragen, was das Szenario davor fragt</translation>
    </message>
    <message>
        <source>B&amp;urn edits into a raster…</source>
        <translation>In ein &amp;Raster einbrennen…</translation>
    </message>
    <message>
        <source>Band limits as lines for a GIS</source>
        <translation>Grenzen der Stufen als Linien für ein GIS</translation>
    </message>
    <message>
        <source>Bands as polygons for a GIS</source>
        <translation>Stufen als Polygone für ein GIS</translation>
    </message>
    <message>
        <source>Batc&amp;h…</source>
        <translation>S&amp;tapellauf…</translation>
    </message>
    <message>
        <source>C&amp;ompare with the kept result</source>
        <translation>Mit dem behaltenen Ergebnis &amp;vergleichen</translation>
    </message>
    <message>
        <source>Check the four conditions that make travel times correct</source>
        <translation>Die vier Bedingungen prüfen, die Reisezeiten richtig machen</translation>
    </message>
    <message>
        <source>Choose band, units and no data, or fields of roads, before opening</source>
        <translation>Vor dem Öffnen Band, Einheiten und NoData oder die Felder der Straßen wählen</translation>
    </message>
    <message>
        <source>Choose what to write and how, with a preview</source>
        <translation>Wählen, was wie geschrieben wird, mit Vorschau</translation>
    </message>
    <message>
        <source>Click corners, or draw by hand. Enter or a double click ends the line, Backspace takes a corner back. Esc ends it.</source>
        <translation>Eckpunkte klicken oder mit der Hand zeichnen. Eingabetaste oder Doppelklick beenden die Linie, die Rücktaste nimmt einen Eckpunkt zurück. Esc beendet.</translation>
    </message>
    <message>
        <source>Click corners, or draw by hand. Enter, a double click or a click on the first corner ends the area. Esc ends it.</source>
        <translation>Eckpunkte klicken oder mit der Hand zeichnen. Eingabetaste, Doppelklick oder ein Klick auf den ersten Eckpunkt beenden die Fläche. Esc beendet.</translation>
    </message>
    <message>
        <source>Click destinations of a matrix on the map; Esc ends it</source>
        <translation>Ziele einer Matrix auf der Karte anklicken; Esc beendet es</translation>
    </message>
    <message>
        <source>Click ground: all that is joined to it at the same speed is edited. Esc ends it.</source>
        <translation>Auf den Boden klicken: Alles, was bei gleicher Geschwindigkeit damit zusammenhängt, wird geändert. Esc beendet.</translation>
    </message>
    <message>
        <source>Click origins of a matrix on the map; Esc ends it</source>
        <translation>Quellen einer Matrix auf der Karte anklicken; Esc beendet es</translation>
    </message>
    <message>
        <source>Close roads</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Close roads from a &amp;file…</source>
        <translation>Straßen aus Da&amp;tei sperren…</translation>
    </message>
    <message>
        <source>Colour &amp;map</source>
        <translation>F&amp;arbskala</translation>
    </message>
    <message>
        <source>Colour b&amp;y first start</source>
        <translation>Färben nach &amp;erstem Startpunkt</translation>
    </message>
    <message>
        <source>Colours run smoothly over time instead of one per band</source>
        <translation>Farben verlaufen stufenlos mit der Zeit statt eine je Stufe</translation>
    </message>
    <message>
        <source>Continuous</source>
        <translation>Stufenlos</translation>
    </message>
    <message>
        <source>Cop&amp;y map</source>
        <translation>Karte k&amp;opieren</translation>
    </message>
    <message>
        <source>De&amp;lete the scenario</source>
        <translation>Szenario &amp;löschen</translation>
    </message>
    <message>
        <source>Delete the scenario; a button brings it back</source>
        <translation>Das Szenario löschen; ein Knopf bringt es zurück</translation>
    </message>
    <message>
        <source>Demo &amp;tour</source>
        <translation>&amp;Vorführung</translation>
    </message>
    <message>
        <source>Draw a line or an area over the map; the roads under it are closed</source>
        <translation>Linie oder Fläche auf die Karte zeichnen; die Straßen darunter werden gesperrt</translation>
    </message>
    <message>
        <source>Draw the quickest route between the start and the pointer</source>
        <translation>Die schnellste Route zwischen Startpunkt und Zeiger zeichnen</translation>
    </message>
    <message>
        <source>Draw the quickest way from the start to the pointer</source>
        <translation>Den schnellsten Weg vom Startpunkt zum Zeiger zeichnen</translation>
    </message>
    <message>
        <source>Draw with the button held. Each stroke is one step back. Esc ends it.</source>
        <translation>Mit gehaltener Maustaste zeichnen. Jeder Strich wird einzeln rückgängig gemacht. Esc beendet.</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>Each place in the colour of the start that reaches it first</source>
        <translation>Jeder Ort in der Farbe des Startpunkts, der ihn zuerst erreicht</translation>
    </message>
    <message>
        <source>Edit all that is joined at the same speed</source>
        <translation>Alles ändern, was bei gleicher Geschwindigkeit zusammenhängt</translation>
    </message>
    <message>
        <source>Edit the ground under a line with a width</source>
        <translation>Den Boden unter einer Linie mit einer Breite ändern</translation>
    </message>
    <message>
        <source>Edit the ground with the button held: barrier, open, speed or factor</source>
        <translation>Den Boden mit gehaltener Maustaste ändern: Barriere, öffnen, Geschwindigkeit oder Faktor</translation>
    </message>
    <message>
        <source>Edit the ground within an area</source>
        <translation>Den Boden in einer Fläche ändern</translation>
    </message>
    <message>
        <source>Edits of t&amp;he ground</source>
        <translation>&amp;Bodenänderungen</translation>
    </message>
    <message>
        <source>Every start by every limit, each written to a file</source>
        <translation>Jeder Startpunkt mit jeder Grenze, je in eine Datei geschrieben</translation>
    </message>
    <message>
        <source>Export &amp;bands…</source>
        <translation>&amp;Stufen exportieren…</translation>
    </message>
    <message>
        <source>Export &amp;isolines…</source>
        <translation>&amp;Isolinien exportieren…</translation>
    </message>
    <message>
        <source>Export &amp;polygons…</source>
        <translation>&amp;Polygone exportieren…</translation>
    </message>
    <message>
        <source>Export &amp;travel times…</source>
        <translation>&amp;Reisezeiten exportieren…</translation>
    </message>
    <message>
        <source>Export &amp;who is first…</source>
        <translation>&amp;Wer zuerst da ist exportieren…</translation>
    </message>
    <message>
        <source>Export &amp;zonal table…</source>
        <translation>&amp;Zonentabelle exportieren…</translation>
    </message>
    <message>
        <source>Export a&amp;nimation…</source>
        <translation>A&amp;nimation exportieren…</translation>
    </message>
    <message>
        <source>Export as a &amp;raster…</source>
        <translation>Als R&amp;aster exportieren…</translation>
    </message>
    <message>
        <source>Export comp&amp;arison…</source>
        <translation>&amp;Vergleich exportieren…</translation>
    </message>
    <message>
        <source>Export pi&amp;cture…</source>
        <translation>&amp;Bild exportieren…</translation>
    </message>
    <message>
        <source>Export r&amp;eport…</source>
        <translation>Beri&amp;cht exportieren…</translation>
    </message>
    <message>
        <source>Export reached r&amp;oads…</source>
        <translation>&amp;Erreichte Straßen exportieren…</translation>
    </message>
    <message>
        <source>Export web &amp;map…</source>
        <translation>Web&amp;karte exportieren…</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>V&amp;ollbild</translation>
    </message>
    <message>
        <source>Fill the ground near reached roads in the colour of its band</source>
        <translation>Den Boden nahe erreichten Straßen in der Farbe seiner Stufe füllen</translation>
    </message>
    <message>
        <source>Find a &amp;good start</source>
        <translation>&amp;Guten Startpunkt suchen</translation>
    </message>
    <message>
        <source>Go on in a new scenario that asks the same</source>
        <translation>In einem neuen Szenario weitermachen, das dasselbe fragt</translation>
    </message>
    <message>
        <source>Go to coordinates, or to a street, a place, a start or a path by its name</source>
        <translation>Zu Koordinaten gehen, oder zu einer Straße, einem Ort, einem Startpunkt oder einem Weg nach dem Namen</translation>
    </message>
    <message>
        <source>Good start</source>
        <translation>Guter Startpunkt</translation>
    </message>
    <message>
        <source>Have several solvers answer the same question, and compare them</source>
        <translation>Mehrere Verfahren dieselbe Frage beantworten lassen und vergleichen</translation>
    </message>
    <message>
        <source>Have the answers of all scenarios at hand</source>
        <translation>Die Antworten aller Szenarien zur Hand haben</translation>
    </message>
    <message>
        <source>I&amp;solines</source>
        <translation>&amp;Isolinien</translation>
    </message>
    <message>
        <source>Isolines</source>
        <translation>Isolinien</translation>
    </message>
    <message>
        <source>Keep all that is open and asked in one file</source>
        <translation>Alles, was offen und gefragt ist, in einer Datei behalten</translation>
    </message>
    <message>
        <source>Keep it as A; what is solved from now on is compared with it</source>
        <translation>Als A behalten; was von nun an berechnet wird, wird damit verglichen</translation>
    </message>
    <message>
        <source>Keep the path to this place, with its profile (Ctrl-click the map)</source>
        <translation>Den Weg zu diesem Ort mit seinem Profil behalten (Strg-Klick auf die Karte)</translation>
    </message>
    <message>
        <source>Keep what is reached, how far and in which bands, under a name</source>
        <translation>Unter einem Namen behalten, was erreicht wird, wie weit und in welchen Stufen</translation>
    </message>
    <message>
        <source>Language, light or dark, backend, tiles, cache</source>
        <translation>Sprache, hell oder dunkel, Backend, Kacheln, Importspeicher</translation>
    </message>
    <message>
        <source>Lay a raster, a vector file or MBTiles beneath the map</source>
        <translation>Ein Raster, eine Vektordatei oder MBTiles unter die Karte legen</translation>
    </message>
    <message>
        <source>Lengths of lines and areas, clicked on the map; Esc ends it</source>
        <translation>Längen und Flächen, auf der Karte geklickt; Esc beendet es</translation>
    </message>
    <message>
        <source>Light around roads that are reached</source>
        <translation>Licht um Straßen, die erreicht werden</translation>
    </message>
    <message>
        <source>Light or &amp;dark</source>
        <translation>&amp;Hell oder dunkel</translation>
    </message>
    <message>
        <source>Lines and areas that close roads, as GeoJSON or GeoPackage</source>
        <translation>Linien und Flächen, die Straßen sperren, als GeoJSON oder GeoPackage</translation>
    </message>
    <message>
        <source>Lines at the limits of the bands</source>
        <translation>Linien an den Grenzen der Stufen</translation>
    </message>
    <message>
        <source>Lines of longitude and latitude over the map</source>
        <translation>Linien der Länge und Breite über der Karte</translation>
    </message>
    <message>
        <source>Lines of the map&apos;s own coordinates</source>
        <translation>Linien der eigenen Koordinaten der Karte</translation>
    </message>
    <message>
        <source>Longitudes and l&amp;atitudes</source>
        <translation>Längen und &amp;Breiten</translation>
    </message>
    <message>
        <source>Make a velocity raster from elevation, land cover, roads and water</source>
        <translation>Ein Geschwindigkeitsraster aus Höhen, Landbedeckung, Straßen und Wasser erstellen</translation>
    </message>
    <message>
        <source>Mo&amp;ving front</source>
        <translation>Wandernde Fron&amp;t</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Move &amp;start</source>
        <translation>Startpunkt &amp;verschieben</translation>
    </message>
    <message>
        <source>Move start &amp;east</source>
        <translation>Startpunkt nach &amp;Osten</translation>
    </message>
    <message>
        <source>Move start &amp;north</source>
        <translation>Startpunkt nach &amp;Norden</translation>
    </message>
    <message>
        <source>Move start &amp;south</source>
        <translation>Startpunkt nach &amp;Süden</translation>
    </message>
    <message>
        <source>Move start &amp;west</source>
        <translation>Startpunkt nach &amp;Westen</translation>
    </message>
    <message>
        <source>Nam&amp;es</source>
        <translation>&amp;Namen</translation>
    </message>
    <message>
        <source>Names of streets and places, where the file has any</source>
        <translation>Namen von Straßen und Orten, wenn die Datei welche enthält</translation>
    </message>
    <message>
        <source>One page with map, tables and how it was made, as PDF or PNG</source>
        <translation>Eine Seite mit Karte, Tabellen und Entstehung, als PDF oder PNG</translation>
    </message>
    <message>
        <source>One page with the bands that any browser shows, without a network</source>
        <translation>Eine Seite mit den Stufen, die jeder Browser ohne Netz zeigt</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open &amp;sample</source>
        <translation>&amp;Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open &amp;terrain and roads together…</source>
        <translation>&amp;Gelände und Straßen zusammen öffnen…</translation>
    </message>
    <message>
        <source>Open a velocity raster or a road graph</source>
        <translation>Geschwindigkeitsraster oder Straßennetz öffnen</translation>
    </message>
    <message>
        <source>Open pro&amp;ject…</source>
        <translation>Pro&amp;jekt öffnen…</translation>
    </message>
    <message>
        <source>Open what a project keeps, and solve again</source>
        <translation>Öffnen, was ein Projekt behält, und neu berechnen</translation>
    </message>
    <message>
        <source>Open with o&amp;ptions…</source>
        <translation>Öffnen mit O&amp;ptionen…</translation>
    </message>
    <message>
        <source>Pa&amp;nels</source>
        <translation>&amp;Bedienfelder</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Pinned paths as GPX, GeoJSON or GeoPackage</source>
        <translation>Angeheftete Wege als GPX, GeoJSON oder GeoPackage</translation>
    </message>
    <message>
        <source>Play it &amp;again and again</source>
        <translation>&amp;Immer wieder abspielen</translation>
    </message>
    <message>
        <source>Play once after each new &amp;start</source>
        <translation>Nach jedem neuen &amp;Startpunkt einmal abspielen</translation>
    </message>
    <message>
        <source>Play the front again and again</source>
        <translation>Die Front immer wieder abspielen</translation>
    </message>
    <message>
        <source>Play the front once when a new start is solved; any input ends it</source>
        <translation>Die Front einmal abspielen, wenn ein neuer Startpunkt berechnet ist; jede Eingabe beendet es</translation>
    </message>
    <message>
        <source>Play the front over the map, or hold it</source>
        <translation>Die Front über die Karte laufen lassen oder anhalten</translation>
    </message>
    <message>
        <source>Points of a CSV or a GIS file, with names, colours and delays</source>
        <translation>Punkte einer CSV- oder GIS-Datei, mit Namen, Farben und Verzögerungen</translation>
    </message>
    <message>
        <source>Points, lines and areas of a GIS file, with columns for effect and value</source>
        <translation>Punkte, Linien und Flächen einer GIS-Datei, mit Spalten für Wirkung (effect) und Wert (value)</translation>
    </message>
    <message>
        <source>Presentation vie&amp;w</source>
        <translation>&amp;Präsentation</translation>
    </message>
    <message>
        <source>Put the map as it is seen on the clipboard</source>
        <translation>Die Karte, wie sie zu sehen ist, in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Re&amp;open roads closed by drawing</source>
        <translation>Gezeichnete Sperrungen auf&amp;heben</translation>
    </message>
    <message>
        <source>Redo the edit that was undone last</source>
        <translation>Die zuletzt rückgängig gemachte Änderung wiederholen</translation>
    </message>
    <message>
        <source>Remove &amp;all pinned paths</source>
        <translation>&amp;Alle angehefteten Wege entfernen</translation>
    </message>
    <message>
        <source>Remove &amp;all starts</source>
        <translation>&amp;Alle Startpunkte entfernen</translation>
    </message>
    <message>
        <source>Remove all starts and the result</source>
        <translation>Alle Startpunkte und das Ergebnis entfernen</translation>
    </message>
    <message>
        <source>Reopen all roads that drawings close</source>
        <translation>Alle Straßen freigeben, die durch Zeichnungen gesperrt sind</translation>
    </message>
    <message>
        <source>Roads by band, cut exactly at its limits</source>
        <translation>Straßen je Stufe, genau an deren Grenzen geschnitten</translation>
    </message>
    <message>
        <source>Roads no&amp;t reached</source>
        <translation>Nicht e&amp;rreichte Straßen</translation>
    </message>
    <message>
        <source>Roads on a velocity raster: leave the road, cross the field</source>
        <translation>Straßen auf einem Geschwindigkeitsraster: die Straße verlassen, über das Feld gehen</translation>
    </message>
    <message>
        <source>Roads under the lines, areas and points of a GIS file are closed</source>
        <translation>Straßen unter den Linien, Flächen und Punkten einer GIS-Datei werden gesperrt</translation>
    </message>
    <message>
        <source>Run at &amp;uncertain speeds</source>
        <translation>&amp;Unsichere Geschwindigkeiten berechnen</translation>
    </message>
    <message>
        <source>Run the &amp;matrix</source>
        <translation>&amp;Matrix berechnen</translation>
    </message>
    <message>
        <source>S&amp;cenarios</source>
        <translation>Szena&amp;rien</translation>
    </message>
    <message>
        <source>Sa&amp;ve closures…</source>
        <translation>S&amp;perrungen speichern…</translation>
    </message>
    <message>
        <source>Sa&amp;ve project</source>
        <translation>Projekt &amp;speichern</translation>
    </message>
    <message>
        <source>Sa&amp;ve the matrix…</source>
        <translation>&amp;Matrix speichern…</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Sample &amp;roads</source>
        <translation>Beispiel&amp;straßen</translation>
    </message>
    <message>
        <source>Sample &amp;terrain</source>
        <translation>Beispiel&amp;gelände</translation>
    </message>
    <message>
        <source>Sample terrain and roads t&amp;ogether</source>
        <translation>Gelände und Straßen des Beispiels &amp;zusammen</translation>
    </message>
    <message>
        <source>Save project &amp;as…</source>
        <translation>Projekt speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Save s&amp;tarts…</source>
        <translation>Startpunkte &amp;speichern…</translation>
    </message>
    <message>
        <source>Scale &amp;bar</source>
        <translation>&amp;Maßstabsleiste</translation>
    </message>
    <message>
        <source>Search all commands by a few letters and run one</source>
        <translation>Alle Befehle mit wenigen Buchstaben suchen und einen ausführen</translation>
    </message>
    <message>
        <source>Search keys and documents</source>
        <translation>Tasten und Dokumente durchsuchen</translation>
    </message>
    <message>
        <source>Set start at the &amp;middle of the map</source>
        <translation>Startpunkt in die &amp;Mitte der Karte setzen</translation>
    </message>
    <message>
        <source>Set the start in the middle of the largest passable area</source>
        <translation>Den Startpunkt in die Mitte des größten passierbaren Gebiets setzen</translation>
    </message>
    <message>
        <source>Set the start without the mouse</source>
        <translation>Den Startpunkt ohne Maus setzen</translation>
    </message>
    <message>
        <source>Show a larger area</source>
        <translation>Ein größeres Gebiet zeigen</translation>
    </message>
    <message>
        <source>Show a smaller area, enlarged</source>
        <translation>Ein kleineres Gebiet vergrößert zeigen</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Show the speeds beneath the times</source>
        <translation>Die Geschwindigkeiten unter den Zeiten zeigen</translation>
    </message>
    <message>
        <source>Solve again without changes, to measure the time again</source>
        <translation>Unverändert neu berechnen, um die Zeit noch einmal zu messen</translation>
    </message>
    <message>
        <source>Stop everything that is running</source>
        <translation>Alles anhalten, was läuft</translation>
    </message>
    <message>
        <source>Straight &amp;lines</source>
        <translation>&amp;Gerade Linien</translation>
    </message>
    <message>
        <source>Swipe, blink or difference, as in the Comparison panel</source>
        <translation>Wischen, Wechselbild oder Differenz, wie im Bedienfeld Vergleich</translation>
    </message>
    <message>
        <source>The band of every cell, as a raster</source>
        <translation>Die Stufe jeder Zelle, als Raster</translation>
    </message>
    <message>
        <source>The island&apos;s ground and roads as one graph, with a start set</source>
        <translation>Gelände und Straßen der Insel als ein Netz, mit gesetztem Startpunkt</translation>
    </message>
    <message>
        <source>The map as it is seen, as PNG</source>
        <translation>Die Karte, wie sie zu sehen ist, als PNG</translation>
    </message>
    <message>
        <source>The map on the whole screen, with large letters and no panels; Esc leaves</source>
        <translation>Die Karte auf dem ganzen Bildschirm, mit großer Schrift und ohne Bedienfelder; Esc beendet</translation>
    </message>
    <message>
        <source>The moving front with its clock, as GIF or MP4</source>
        <translation>Die wandernde Front mit ihrer Uhr, als GIF oder MP4</translation>
    </message>
    <message>
        <source>The roads of the made-up island, with a start set</source>
        <translation>Die Straßen der erfundenen Insel, mit gesetztem Startpunkt</translation>
    </message>
    <message>
        <source>The signed difference: GeoTIFF, or of roads GeoPackage; or the table</source>
        <translation>Die Differenz mit Vorzeichen: GeoTIFF, bei Straßen GeoPackage; oder die Tabelle</translation>
    </message>
    <message>
        <source>The three steps to a first result: open, click, export</source>
        <translation>Die drei Schritte zum ersten Ergebnis: öffnen, klicken, exportieren</translation>
    </message>
    <message>
        <source>The time to every cell, as a raster</source>
        <translation>Die Zeit zu jeder Zelle, als Raster</translation>
    </message>
    <message>
        <source>The time to every cell, as a raster, or to roads and their vertices</source>
        <translation>Die Zeit zu jeder Zelle, als Raster, oder zu Straßen und ihren Knoten</translation>
    </message>
    <message>
        <source>The time to every vertex: CSV, or features for a GIS</source>
        <translation>Die Zeit zu jedem Knoten: CSV oder Objekte für ein GIS</translation>
    </message>
    <message>
        <source>Times between many places, as the Matrix panel asks</source>
        <translation>Zeiten zwischen vielen Orten, wie das Bedienfeld Matrix fragt</translation>
    </message>
    <message>
        <source>Times between many places: CSV, Parquet, NumPy, GeoPackage, GeoTIFF</source>
        <translation>Zeiten zwischen vielen Orten: CSV, Parquet, NumPy, GeoPackage, GeoTIFF</translation>
    </message>
    <message>
        <source>Times drawn into cells, as GeoTIFF</source>
        <translation>In Zellen gezeichnete Zeiten, als GeoTIFF</translation>
    </message>
    <message>
        <source>Times reached with 10, 50 and 90 % certainty, as its panel asks</source>
        <translation>Zeiten, die mit 10, 50 und 90 % Sicherheit erreicht werden, wie das Bedienfeld fragt</translation>
    </message>
    <message>
        <source>Two minutes by itself on the sample island, in a window of its own; any key ends it</source>
        <translation>Zwei Minuten von selbst auf der Beispielinsel, in einem eigenen Fenster; jede Taste beendet es</translation>
    </message>
    <message>
        <source>Undo the last edit</source>
        <translation>Die letzte Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Ways in all directions instead of eight: truer times on terrain</source>
        <translation>Wege in alle Richtungen statt in acht: genauere Zeiten im Gelände</translation>
    </message>
    <message>
        <source>What lies in each band of each start, and value rasters, as CSV</source>
        <translation>Was in jeder Stufe jedes Startpunkts liegt, und Werteraster, als CSV</translation>
    </message>
    <message>
        <source>What the program told: errors, warnings and notes</source>
        <translation>Was das Programm gemeldet hat: Fehler, Warnungen und Hinweise</translation>
    </message>
    <message>
        <source>Which start is first where: raster, polygons or streets, or a table</source>
        <translation>Welcher Startpunkt wo zuerst da ist: Raster, Polygone oder Straßen, oder eine Tabelle</translation>
    </message>
    <message>
        <source>Write all edits as GeoJSON or GeoPackage</source>
        <translation>Alle Änderungen als GeoJSON oder GeoPackage schreiben</translation>
    </message>
    <message>
        <source>Write the raster with the edits in it, as GeoTIFF or Esri ASCII grid</source>
        <translation>Das Raster mit den Änderungen schreiben, als GeoTIFF oder Esri-ASCII-Grid</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Zoom to &amp;fit</source>
        <translation>Alles &amp;zeigen</translation>
    </message>
</context>
<context>
    <name>AreasToCome</name>
    <message>
        <source>Drawing the areas of the bands</source>
        <translation>Flächen der Stufen werden gezeichnet</translation>
    </message>
</context>
<context>
    <name>Badge</name>
    <message>
        <source>This result has not been checked yet</source>
        <translation>Dieses Ergebnis ist noch nicht geprüft</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>not valid ✗</source>
        <translation>ungültig ✗</translation>
    </message>
    <message>
        <source>not validated</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>validated ✓</source>
        <translation>geprüft ✓</translation>
    </message>
    <message>
        <source>validating…</source>
        <translation>wird geprüft…</translation>
    </message>
</context>
<context>
    <name>BandTable</name>
    <message>
        <source>Area of each band</source>
        <translation>Fläche jeder Stufe</translation>
    </message>
    <message>
        <source>Area reached in each band, and in total up to its end</source>
        <translation>In jeder Stufe erreichte Fläche, und gesamt bis zu ihrem Ende</translation>
    </message>
    <message>
        <source>Band</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Length of roads reached in each band, and in total up to its end</source>
        <translation>Länge der in jeder Stufe erreichten Straßen, und gesamt bis zu ihrem Ende</translation>
    </message>
    <message>
        <source>Roads of each band</source>
        <translation>Straßen jeder Stufe</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
</context>
<context>
    <name>BatchDialog</name>
    <message>
        <source>&amp;Start the batch</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>A file of points, each of which is solved by itself; empty for the map&apos;s</source>
        <translation>Eine Datei mit Punkten, die jeder für sich berechnet werden; leer für die der Karte</translation>
    </message>
    <message>
        <source>A file of starts</source>
        <translation>Eine Datei mit Startpunkten</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Band limits as lines</source>
        <translation>Grenzen der Stufen als Linien</translation>
    </message>
    <message>
        <source>Bands and solver are those of the window. What is finished is not done again; a table of all rows lies in the folder afterwards.</source>
        <translation>Stufen und Verfahren sind die des Fensters. Was fertig ist, wird nicht wiederholt; eine Tabelle aller Zeilen liegt danach im Ordner.</translation>
    </message>
    <message>
        <source>Bands as a raster</source>
        <translation>Stufen als Raster</translation>
    </message>
    <message>
        <source>Bands as polygons</source>
        <translation>Stufen als Polygone</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapellauf</translation>
    </message>
    <message>
        <source>Browse for {what}</source>
        <translation>{what} suchen</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose a folder for the files.</source>
        <translation>Einen Ordner für die Dateien wählen.</translation>
    </message>
    <message>
        <source>Each start is solved within each of them: 10, 20, 30 min</source>
        <translation>Jeder Startpunkt wird mit jeder davon berechnet: 10, 20, 30 min</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Limits, {unit}</source>
        <translation>Grenzen, {unit}</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>Erreicht</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Start, limit</source>
        <translation>Startpunkt, Grenze</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Startpunkte</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Stopped. Start it again to go on.</source>
        <translation>Angehalten. Neu starten, um fortzufahren.</translation>
    </message>
    <message>
        <source>The format of the files</source>
        <translation>Das Format der Dateien</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Travel times</source>
        <translation>Reisezeiten</translation>
    </message>
    <message>
        <source>Web map</source>
        <translation>Webkarte</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What is written of each result</source>
        <translation>Was von jedem Ergebnis geschrieben wird</translation>
    </message>
    <message>
        <source>Where the files are written</source>
        <translation>Wohin die Dateien geschrieben werden</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>finished before</source>
        <translation>schon fertig</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>the starts of the map</source>
        <translation>die Startpunkte der Karte</translation>
    </message>
    <message>
        <source>{done} done, {kept} finished before, {failed} failed. Table: {file}</source>
        <translation>{done} fertig, {kept} schon fertig, {failed} fehlgeschlagen. Tabelle: {file}</translation>
    </message>
    <message>
        <source>{start}, {limit} and {row} are filled in</source>
        <translation>{start}, {limit} und {row} werden eingesetzt</translation>
    </message>
</context>
<context>
    <name>Bridge</name>
    <message>
        <source>stopping after what is under way</source>
        <translation>wird beendet, sobald fertig ist, was gerade läuft</translation>
    </message>
</context>
<context>
    <name>Builder</name>
    <message>
        <source>&amp;Build</source>
        <translation>&amp;Erstellen</translation>
    </message>
    <message>
        <source>&amp;Load recipe…</source>
        <translation>Rezept &amp;laden…</translation>
    </message>
    <message>
        <source>&amp;Save recipe…</source>
        <translation>Rezept &amp;speichern…</translation>
    </message>
    <message>
        <source>A raster of classes or its tiles; fractions as Tree=tree.tif; Grass=grass.tif</source>
        <translation>Ein Raster von Klassen oder seine Kacheln; Anteile als Tree=tree.tif; Grass=grass.tif</translation>
    </message>
    <message>
        <source>A raster of heights, or several tiles of one</source>
        <translation>Ein Höhenraster oder mehrere Kacheln davon</translation>
    </message>
    <message>
        <source>A table of classes</source>
        <translation>Eine Tabelle der Klassen</translation>
    </message>
    <message>
        <source>A table of classes…</source>
        <translation>Eine Tabelle der Klassen…</translation>
    </message>
    <message>
        <source>A velocity raster to start from, on level ground</source>
        <translation>Ein Geschwindigkeitsraster als Ausgangspunkt, für ebenen Boden</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Amphibious vehicle</source>
        <translation>Amphibienfahrzeug</translation>
    </message>
    <message>
        <source>Areas and lines that are water</source>
        <translation>Flächen und Linien, die Wasser sind</translation>
    </message>
    <message>
        <source>Areas and lines that nobody crosses</source>
        <translation>Flächen und Linien, die niemand überquert</translation>
    </message>
    <message>
        <source>Barriers</source>
        <translation>Barrieren</translation>
    </message>
    <message>
        <source>Beyond</source>
        <translation>Dahinter</translation>
    </message>
    <message>
        <source>Browse for {what}</source>
        <translation>{what} auswählen</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Building {name}</source>
        <translation>{name} wird erstellt</translation>
    </message>
    <message>
        <source>CORINE Land Cover</source>
        <translation>CORINE Land Cover</translation>
    </message>
    <message>
        <source>CRS</source>
        <translation>KBS</translation>
    </message>
    <message>
        <source>Cell size</source>
        <translation>Zellgröße</translation>
    </message>
    <message>
        <source>Choose a file of elevation, land cover, roads or speeds to see what comes of it.</source>
        <translation>Eine Datei mit Höhen, Landbedeckung, Straßen oder Geschwindigkeiten wählen, um zu sehen, was daraus wird.</translation>
    </message>
    <message>
        <source>Classes of land cover</source>
        <translation>Klassen der Landbedeckung</translation>
    </message>
    <message>
        <source>Classes of the recipe</source>
        <translation>Klassen des Rezepts</translation>
    </message>
    <message>
        <source>Click the picture to see how far one gets from there.</source>
        <translation>Ein Klick ins Bild zeigt, wie weit man von dort kommt.</translation>
    </message>
    <message>
        <source>Copernicus Global Land Cover</source>
        <translation>Copernicus Global Land Cover</translation>
    </message>
    <message>
        <source>Degrees and km/h, as 0: 40, 15: 12, 30: 0</source>
        <translation>Grad und km/h, etwa 0: 40, 15: 12, 30: 0</translation>
    </message>
    <message>
        <source>ESA WorldCover</source>
        <translation>ESA WorldCover</translation>
    </message>
    <message>
        <source>Elevation</source>
        <translation>Höhen</translation>
    </message>
    <message>
        <source>Else speeds between two points lie on a line</source>
        <translation>Sonst liegen Geschwindigkeiten zwischen zwei Punkten auf einer Geraden</translation>
    </message>
    <message>
        <source>Esri 10 m Land Cover</source>
        <translation>Esri Land Cover 10 m</translation>
    </message>
    <message>
        <source>Extent</source>
        <translation>Ausdehnung</translation>
    </message>
    <message>
        <source>Factors of land cover</source>
        <translation>Faktoren der Landbedeckung</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Four-wheel drive</source>
        <translation>Geländewagen</translation>
    </message>
    <message>
        <source>From {slow} to {fast} km/h</source>
        <translation>Von {slow} bis {fast} km/h</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>Heights up to it are sea; empty for no sea</source>
        <translation>Höhen bis dahin sind Meer; leer für kein Meer</translation>
    </message>
    <message>
        <source>How speeds are stored</source>
        <translation>Wie Geschwindigkeiten gespeichert werden</translation>
    </message>
    <message>
        <source>How truly cells lie among those of the inputs</source>
        <translation>Wie genau Zellen zwischen denen der Eingaben liegen</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Inputs: one of them at least</source>
        <translation>Eingaben: mindestens eine davon</translation>
    </message>
    <message>
        <source>Land cover</source>
        <translation>Landbedeckung</translation>
    </message>
    <message>
        <source>Left, bottom, right, top; empty for all</source>
        <translation>Links, unten, rechts, oben; leer für alles</translation>
    </message>
    <message>
        <source>Load a recipe</source>
        <translation>Ein Rezept laden</translation>
    </message>
    <message>
        <source>Metres from the shore within which one swims; empty for everywhere</source>
        <translation>Meter vom Ufer, in denen man schwimmt; leer für überall</translation>
    </message>
    <message>
        <source>Metres or feet</source>
        <translation>Meter oder Fuß</translation>
    </message>
    <message>
        <source>Metres; empty leaves lines out, and areas count alone</source>
        <translation>Meter; leer lässt Linien weg, und nur Flächen zählen</translation>
    </message>
    <message>
        <source>Mountain bike</source>
        <translation>Mountainbike</translation>
    </message>
    <message>
        <source>NLCD (USA)</source>
        <translation>NLCD (USA)</translation>
    </message>
    <message>
        <source>New terrain</source>
        <translation>Neues Gelände</translation>
    </message>
    <message>
        <source>Of who swims or wades; 0 closes it</source>
        <translation>Wer schwimmt oder watet; 0 sperrt es</translation>
    </message>
    <message>
        <source>On foot</source>
        <translation>Zu Fuß</translation>
    </message>
    <message>
        <source>On foot, with a load</source>
        <translation>Zu Fuß mit Last</translation>
    </message>
    <message>
        <source>OpenStreetMap, lines of a GIS or a road graph</source>
        <translation>OpenStreetMap, Linien eines GIS oder ein Straßennetz</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Lage</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview of speeds</source>
        <translation>Vorschau der Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Reading the inputs…</source>
        <translation>Die Eingaben werden gelesen…</translation>
    </message>
    <message>
        <source>Recipes</source>
        <translation>Rezepte</translation>
    </message>
    <message>
        <source>Roads</source>
        <translation>Straßen</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>the picture has cells of {size}, on which slopes are gentler</source>
        <translation>das Bild hat Zellen von {size}, auf denen Neigungen sanfter sind</translation>
    </message>
    <message>
        <source>true places</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern als</translation>
    </message>
    <message>
        <source>At most, km/h</source>
        <translation>Höchstens, km/h</translation>
    </message>
    <message>
        <source>Ceilings and steepest slopes of land cover</source>
        <translation>Obergrenzen und steilste Hänge der Landbedeckung</translation>
    </message>
    <message>
        <source>Closed from, °</source>
        <translation>Gesperrt ab, °</translation>
    </message>
    <message>
        <source>Factors of surfaces</source>
        <translation>Faktoren der Oberflächen</translation>
    </message>
    <message>
        <source>In a share of, %</source>
        <translation>Ab einem Anteil von, %</translation>
    </message>
    <message>
        <source>Nobody can set out from there: it is closed or undefined. Click elsewhere.</source>
        <translation>Von dort kann niemand aufbrechen: Die Zelle ist gesperrt oder undefiniert. Woandershin klicken.</translation>
    </message>
    <message>
        <source>Percent of a cell from which the limits of {what}, and water, hold</source>
        <translation>Prozent einer Zelle, ab denen die Grenzen von {what} und Wasser gelten</translation>
    </message>
    <message>
        <source>Preview of speeds on the map</source>
        <translation>Vorschau der Geschwindigkeiten auf der Karte</translation>
    </message>
    <message>
        <source>Put the picture away: the map behind shows it larger</source>
        <translation>Das Bild weglegen: Die Karte dahinter zeigt es größer</translation>
    </message>
    <message>
        <source>Save the recipe</source>
        <translation>Das Rezept speichern</translation>
    </message>
    <message>
        <source>Saved {name}</source>
        <translation>{name} gespeichert</translation>
    </message>
    <message>
        <source>Sea</source>
        <translation>Meer</translation>
    </message>
    <message>
        <source>Sea level</source>
        <translation>Meeresspiegel</translation>
    </message>
    <message>
        <source>Sea up to, m</source>
        <translation>Meer bis, m</translation>
    </message>
    <message>
        <source>See the &amp;map</source>
        <translation>&amp;Karte sehen</translation>
    </message>
    <message>
        <source>See {what}.</source>
        <translation>Siehe {what}.</translation>
    </message>
    <message>
        <source>Share of the speed on open ground that {what} leaves</source>
        <translation>Anteil der Geschwindigkeit auf offenem Gelände, der hier bleibt: {what}</translation>
    </message>
    <message>
        <source>Share of the speed that roads of the surface {what} leave</source>
        <translation>Anteil der Geschwindigkeit, den Straßen der Oberfläche {what} lassen</translation>
    </message>
    <message>
        <source>Slope from which {what} is closed; empty for none</source>
        <translation>Hangneigung, ab der {what} gesperrt ist; leer für keine</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Speed on open ground</source>
        <translation>Geschwindigkeit auf offenem Gelände</translation>
    </message>
    <message>
        <source>Speed on {what}, before surface and slope; 0 leaves them out</source>
        <translation>Geschwindigkeit vor Belag und Neigung: {what}; 0 lässt sie weg</translation>
    </message>
    <message>
        <source>Speed that {what} allows at most; empty for any</source>
        <translation>Geschwindigkeit, die {what} höchstens zulässt; leer für jede</translation>
    </message>
    <message>
        <source>Speeds</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Speeds on roads</source>
        <translation>Geschwindigkeiten auf Straßen</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Steps: a speed holds up to the next point</source>
        <translation>Stufen: eine Geschwindigkeit gilt bis zum nächsten Punkt</translation>
    </message>
    <message>
        <source>Stopped; nothing was written.</source>
        <translation>Angehalten; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Strip, m</source>
        <translation>Streifen, m</translation>
    </message>
    <message>
        <source>Such as EPSG:32738; empty as the first raster has it</source>
        <translation>Etwa EPSG:32738; leer wie im ersten Raster</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>The velocity raster; its recipe is written beside it</source>
        <translation>Das Geschwindigkeitsraster; sein Rezept wird daneben geschrieben</translation>
    </message>
    <message>
        <source>There is such a file; it will be replaced.</source>
        <translation>Diese Datei gibt es; sie wird ersetzt.</translation>
    </message>
    <message>
        <source>Tracked vehicle</source>
        <translation>Kettenfahrzeug</translation>
    </message>
    <message>
        <source>Truck</source>
        <translation>Lastwagen</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>US survey feet</source>
        <translation>US-Vermessungsfuß</translation>
    </message>
    <message>
        <source>Unit of heights</source>
        <translation>Einheit der Höhen</translation>
    </message>
    <message>
        <source>Unit of speeds</source>
        <translation>Einheit der Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Units of the CRS; empty as the first raster</source>
        <translation>Einheiten des KBS; leer wie im ersten Raster</translation>
    </message>
    <message>
        <source>Vehicle</source>
        <translation>Fahrzeug</translation>
    </message>
    <message>
        <source>Water</source>
        <translation>Wasser</translation>
    </message>
    <message>
        <source>What becomes of cells where this file has no data</source>
        <translation>Was aus Zellen wird, in denen diese Datei keine Daten hat</translation>
    </message>
    <message>
        <source>What its codes mean</source>
        <translation>Was seine Codes bedeuten</translation>
    </message>
    <message>
        <source>What lies farther from the shore</source>
        <translation>Was weiter vom Ufer liegt</translation>
    </message>
    <message>
        <source>Which map?</source>
        <translation>Welche Karte?</translation>
    </message>
    <message>
        <source>Which of them stay open</source>
        <translation>Welche davon offen bleiben</translation>
    </message>
    <message>
        <source>Who moves; choosing one takes over all its numbers</source>
        <translation>Wer sich bewegt; die Wahl übernimmt alle seine Zahlen</translation>
    </message>
    <message>
        <source>Whole km/h are coarse for such speeds: uint16 has hundredths.</source>
        <translation>Ganze km/h sind grob für solche Geschwindigkeiten: uint16 hat Hundertstel.</translation>
    </message>
    <message>
        <source>Width of lines, m</source>
        <translation>Breite der Linien, m</translation>
    </message>
    <message>
        <source>all stay open</source>
        <translation>alle bleiben offen</translation>
    </message>
    <message>
        <source>as GDAL&apos;s warp: to an eighth of a cell</source>
        <translation>wie GDAL: auf eine Achtelzelle</translation>
    </message>
    <message>
        <source>as the first raster has it</source>
        <translation>wie im ersten Raster</translation>
    </message>
    <message>
        <source>bare</source>
        <translation>kahl</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>Barriere</translation>
    </message>
    <message>
        <source>bridges and tunnels only</source>
        <translation>nur Brücken und Tunnel</translation>
    </message>
    <message>
        <source>built-up</source>
        <translation>bebaut</translation>
    </message>
    <message>
        <source>cobbles</source>
        <translation>Kopfsteinpflaster</translation>
    </message>
    <message>
        <source>compacted</source>
        <translation>verdichtet</translation>
    </message>
    <message>
        <source>crops</source>
        <translation>Äcker</translation>
    </message>
    <message>
        <source>earth</source>
        <translation>Erde</translation>
    </message>
    <message>
        <source>everywhere</source>
        <translation>überall</translation>
    </message>
    <message>
        <source>feet</source>
        <translation>Fuß</translation>
    </message>
    <message>
        <source>float32: as computed</source>
        <translation>float32: wie berechnet</translation>
    </message>
    <message>
        <source>grass</source>
        <translation>Gras</translation>
    </message>
    <message>
        <source>gravel</source>
        <translation>Schotter</translation>
    </message>
    <message>
        <source>km/h</source>
        <translation>km/h</translation>
    </message>
    <message>
        <source>km/h that cells which are open have at least</source>
        <translation>km/h, die offene Zellen mindestens haben</translation>
    </message>
    <message>
        <source>km/h that no cell exceeds; empty for any</source>
        <translation>km/h, die keine Zelle überschreitet; leer für beliebig</translation>
    </message>
    <message>
        <source>lines are left out</source>
        <translation>Linien fallen weg</translation>
    </message>
    <message>
        <source>m/s</source>
        <translation>m/s</translation>
    </message>
    <message>
        <source>mangrove</source>
        <translation>Mangroven</translation>
    </message>
    <message>
        <source>metres</source>
        <translation>Meter</translation>
    </message>
    <message>
        <source>moss and lichen</source>
        <translation>Moos und Flechten</translation>
    </message>
    <message>
        <source>mud</source>
        <translation>Schlamm</translation>
    </message>
    <message>
        <source>no data: barrier</source>
        <translation>ohne Daten: Barriere</translation>
    </message>
    <message>
        <source>no data: ignored</source>
        <translation>ohne Daten: egal</translation>
    </message>
    <message>
        <source>no data: nearest</source>
        <translation>ohne Daten: nächste</translation>
    </message>
    <message>
        <source>no data: undefined</source>
        <translation>ohne Daten: unbestimmt</translation>
    </message>
    <message>
        <source>no data: {kmh} km/h</source>
        <translation>ohne Daten: {kmh} km/h</translation>
    </message>
    <message>
        <source>no sea</source>
        <translation>kein Meer</translation>
    </message>
    <message>
        <source>open forest</source>
        <translation>lichter Wald</translation>
    </message>
    <message>
        <source>paved</source>
        <translation>befestigt</translation>
    </message>
    <message>
        <source>sand</source>
        <translation>Sand</translation>
    </message>
    <message>
        <source>shrub</source>
        <translation>Gebüsch</translation>
    </message>
    <message>
        <source>snow and ice</source>
        <translation>Schnee und Eis</translation>
    </message>
    <message>
        <source>surface unknown</source>
        <translation>Oberfläche unbekannt</translation>
    </message>
    <message>
        <source>tree cover</source>
        <translation>Bäume</translation>
    </message>
    <message>
        <source>uint16: hundredths of km/h</source>
        <translation>uint16: hundertstel km/h</translation>
    </message>
    <message>
        <source>uint8: whole km/h</source>
        <translation>uint8: ganze km/h</translation>
    </message>
    <message>
        <source>undefined</source>
        <translation>undefiniert</translation>
    </message>
    <message>
        <source>unit of the file</source>
        <translation>Einheit der Datei</translation>
    </message>
    <message>
        <source>water</source>
        <translation>Wasser</translation>
    </message>
    <message>
        <source>wetland</source>
        <translation>Feuchtgebiet</translation>
    </message>
    <message>
        <source>{cols} × {rows} cells of {size}</source>
        <translation>{cols} × {rows} Zellen von {size}</translation>
    </message>
    <message>
        <source>{what}: beyond the strip</source>
        <translation>{what}: hinter dem Streifen</translation>
    </message>
    <message>
        <source>{what}: cells without data</source>
        <translation>{what}: Zellen ohne Daten</translation>
    </message>
    <message>
        <source>{what}: roads over it</source>
        <translation>{what}: Straßen darüber</translation>
    </message>
    <message>
        <source>{what}: speed</source>
        <translation>{what}: Geschwindigkeit</translation>
    </message>
    <message>
        <source>{what}: strip along the shore</source>
        <translation>{what}: Streifen am Ufer</translation>
    </message>
    <message>
        <source>{what}: width of lines</source>
        <translation>{what}: Breite der Linien</translation>
    </message>
</context>
<context>
    <name>Building</name>
    <message>
        <source>Built {name}: {count} open cells, {slow} to {fast} km/h</source>
        <translation>{name} erstellt: {count} offene Zellen, {slow} bis {fast} km/h</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>Catalogue</name>
    <message>
        <source>0 switches between kernels, 1 looks at all cells always, 2 works through lists always.</source>
        <translation>0 wechselt zwischen den Kernels, 1 betrachtet immer alle Zellen, 2 arbeitet immer Listen ab.</translation>
    </message>
    <message>
        <source>1 below, 3 above</source>
        <translation>1 unten, 3 oben</translation>
    </message>
    <message>
        <source>A power of two, 32 or more; larger blocks are copied less often, 0 chooses by memory.</source>
        <translation>Eine Zweierpotenz ab 32; größere Blöcke werden seltener kopiert, 0 wählt nach dem Speicher.</translation>
    </message>
    <message>
        <source>A warp of the GPU searches by itself, with a heap of sorted arrays: for tables, in which thousands of origins are searched at once. One start takes one warp, and as long.</source>
        <translation>Ein Warp der GPU sucht für sich, mit einem Heap aus sortierten Feldern: für Tabellen, in denen von Tausenden Quellen zugleich gesucht wird. Ein Startpunkt beschäftigt einen Warp, und ebenso lange.</translation>
    </message>
    <message>
        <source>Adaptive threads</source>
        <translation>Adaptive Threads</translation>
    </message>
    <message>
        <source>All cells at once, repeatedly until nothing changes: simple, slow on large grids.</source>
        <translation>Alle Zellen zugleich, wiederholt, bis sich nichts mehr ändert: einfach, auf großen Rastern langsam.</translation>
    </message>
    <message>
        <source>All vertices at once, repeatedly until nothing changes: simple, and slow on roads.</source>
        <translation>Alle Knoten zugleich, wiederholt, bis sich nichts mehr ändert: einfach, und auf Straßen langsam.</translation>
    </message>
    <message>
        <source>Back to lists below</source>
        <translation>Zurück zu Listen unter</translation>
    </message>
    <message>
        <source>Bellman 1958, Ford 1956</source>
        <translation>Bellman 1958, Ford 1956</translation>
    </message>
    <message>
        <source>Bellman 1958, Ford 1956; Fjellborg 2024, sections 2.2.4 and 4.4</source>
        <translation>Bellman 1958, Ford 1956; Fjellborg 2024, Abschnitte 2.2.4 und 4.4</translation>
    </message>
    <message>
        <source>Bellman-Ford</source>
        <translation>Bellman-Ford</translation>
    </message>
    <message>
        <source>Blocks of the grid are settled in cache by directional sweeps; the earliest blocks first.</source>
        <translation>Blöcke des Rasters werden im Cache durch gerichtete Durchläufe gelöst; die frühesten Blöcke zuerst.</translation>
    </message>
    <message>
        <source>Blocks of the grid come into memory as the front nears and leave when they are finished: for rasters larger than the memory of a GPU, or of the host.</source>
        <translation>Blöcke des Rasters kommen in den Speicher, wenn die Front naht, und gehen, wenn sie fertig sind: für Raster, die größer sind als der Speicher der GPU oder des Rechners.</translation>
    </message>
    <message>
        <source>CUPQ 2019</source>
        <translation>CUPQ 2019</translation>
    </message>
    <message>
        <source>Cells near the front are relaxed side by side; the others wait until it comes near.</source>
        <translation>Zellen nahe der Front werden nebeneinander relaxiert; die anderen warten, bis sie naht.</translation>
    </message>
    <message>
        <source>Cells up to this much past the last threshold are near; 0 adapts Δ to the work.</source>
        <translation>Zellen bis so weit hinter der letzten Schwelle gelten als nah; 0 passt Δ der Arbeit an.</translation>
    </message>
    <message>
        <source>Contraction hierarchy, PHAST</source>
        <translation>Kontraktionshierarchie, PHAST</translation>
    </message>
    <message>
        <source>Core size K</source>
        <translation>Kerngröße K</translation>
    </message>
    <message>
        <source>Customizable route planning</source>
        <translation>Anpassbare Routenplanung (CRP)</translation>
    </message>
    <message>
        <source>Davidson et al. 2014; dynamic Δ after ADDS, Wang et al. 2021</source>
        <translation>Davidson et al. 2014; dynamisches Δ nach ADDS, Wang et al. 2021</translation>
    </message>
    <message>
        <source>Delling, Goldberg, Pajor, Werneck 2011; Delling, Kobitzsch, Werneck 2014</source>
        <translation>Delling, Goldberg, Pajor, Werneck 2011; Delling, Kobitzsch, Werneck 2014</translation>
    </message>
    <message>
        <source>Dijkstra</source>
        <translation>Dijkstra</translation>
    </message>
    <message>
        <source>Dijkstra 1959; Fjellborg 2024, section 4.1</source>
        <translation>Dijkstra 1959; Fjellborg 2024, Abschnitt 4.1</translation>
    </message>
    <message>
        <source>Dijkstra 1959; buckets after Dial 1969</source>
        <translation>Dijkstra 1959; Fächer nach Dial 1969</translation>
    </message>
    <message>
        <source>Directions</source>
        <translation>Richtungen</translation>
    </message>
    <message>
        <source>Eight directions from cell to cell, as in the thesis, where ways zigzag between them and times are up to 8 % too long; or straight lines in all directions.</source>
        <translation>Acht Richtungen von Zelle zu Zelle, wie in der Masterarbeit, wobei Wege dazwischen im Zickzack laufen und Zeiten bis zu 8 % zu lang sind; oder gerade Linien in alle Richtungen.</translation>
    </message>
    <message>
        <source>Fjellborg 2024, section 4.6</source>
        <translation>Fjellborg 2024, Abschnitt 4.6</translation>
    </message>
    <message>
        <source>Fjellborg 2024, sections 2.2.6 and 4.5; dynamic Δ after ADDS, Wang et al. 2021</source>
        <translation>Fjellborg 2024, Abschnitte 2.2.6 und 4.5; dynamisches Δ nach ADDS, Wang et al. 2021</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>GPUs to customize on</source>
        <translation>GPUs für die Anpassung</translation>
    </message>
    <message>
        <source>Heap for each warp</source>
        <translation>Ein Heap je Warp</translation>
    </message>
    <message>
        <source>How many GPUs share each customization; the first of them solves. Up to 5 million vertices, at least, gathering the costs there takes longer than is gained.</source>
        <translation>Wie viele GPUs sich jede Anpassung teilen; die erste von ihnen berechnet. Bis mindestens 5 Millionen Knoten dauert es länger, die Kosten dort zu sammeln, als gewonnen wird.</translation>
    </message>
    <message>
        <source>How many GPUs share the blocks. On the CPU, parts that take turns.</source>
        <translation>Wie viele GPUs sich die Blöcke teilen. Auf der CPU: Teile, die sich abwechseln.</translation>
    </message>
    <message>
        <source>Isofront, after Fjellborg 2024, sections 4.6 and 6.2</source>
        <translation>Isofront, nach Fjellborg 2024, Abschnitte 4.6 und 6.2</translation>
    </message>
    <message>
        <source>It adds up arcs beforehand, and a straight line over ground is made of none.</source>
        <translation>Es zählt vorher Kanten zusammen, und eine gerade Linie über das Gelände besteht aus keinen.</translation>
    </message>
    <message>
        <source>It is kept for comparison with its paper, which knows arcs alone.</source>
        <translation>Es ist zum Vergleich mit seinem Artikel da, der nur Kanten kennt.</translation>
    </message>
    <message>
        <source>It is kept for comparison with its paper, whose steps are the eight directions.</source>
        <translation>Es ist zum Vergleich mit seinem Artikel da, dessen Schritte die acht Richtungen sind.</translation>
    </message>
    <message>
        <source>Its kernels follow arcs alone in this version.</source>
        <translation>Seine Kernel folgen in dieser Version nur Kanten.</translation>
    </message>
    <message>
        <source>Karimi, Koppelman, Michael 2019; Delling, Goldberg, Nowatzyk, Werneck 2011</source>
        <translation>Karimi, Koppelman, Michael 2019; Delling, Goldberg, Nowatzyk, Werneck 2011</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernels</translation>
    </message>
    <message>
        <source>Leave lists above</source>
        <translation>Listen verlassen über</translation>
    </message>
    <message>
        <source>Levels between each two that queries use, for customization alone; -1 is one between small cells and three between large ones, as in the paper.</source>
        <translation>Ebenen zwischen je zweien, die Abfragen benutzen, nur für die Anpassung; -1 heißt eine zwischen kleinen und drei zwischen großen Zellen, wie in der Veröffentlichung.</translation>
    </message>
    <message>
        <source>Looks at all cells while many labels fall, at a list while few do, by measured times.</source>
        <translation>Betrachtet alle Zellen, solange viele Zeiten sinken, und eine Liste, solange es wenige sind, nach gemessenen Zeiten.</translation>
    </message>
    <message>
        <source>Looks at all vertices while many labels fall, at lists while few do, by measured times.</source>
        <translation>Betrachtet alle Knoten, solange viele Zeiten sinken, und Listen, solange es wenige sind, nach gemessenen Zeiten.</translation>
    </message>
    <message>
        <source>Mean time of two phases above which all cells are looked at; 0 finds it automatically.</source>
        <translation>Mittlere Zeit zweier Phasen, über der alle Zellen betrachtet werden; 0 findet sie selbst.</translation>
    </message>
    <message>
        <source>Mean time of two phases below which a list is made again; 0 finds it automatically.</source>
        <translation>Mittlere Zeit zweier Phasen, unter der wieder eine Liste angelegt wird; 0 findet sie selbst.</translation>
    </message>
    <message>
        <source>Memory for blocks</source>
        <translation>Speicher für Blöcke</translation>
    </message>
    <message>
        <source>Mezzanine levels</source>
        <translation>Zwischenebenen</translation>
    </message>
    <message>
        <source>Near and far queue</source>
        <translation>Nah- und Fern-Schlange (Near-Far)</translation>
    </message>
    <message>
        <source>Of the GPU, or of the host where the CPU solves; 0 takes what is free.</source>
        <translation>Der GPU, oder des Rechners, wenn die CPU berechnet; 0 nimmt, was frei ist.</translation>
    </message>
    <message>
        <source>One cell at a time from a binary heap: the baseline, and what all others must equal.</source>
        <translation>Eine Zelle nach der anderen aus einem binären Heap: die Vergleichsgrundlage, der alle anderen gleichen müssen.</translation>
    </message>
    <message>
        <source>One vertex at a time from a queue of buckets: the baseline, and what all must equal.</source>
        <translation>Ein Knoten nach dem anderen aus einer Schlange von Fächern: die Vergleichsgrundlage, der alle gleichen müssen.</translation>
    </message>
    <message>
        <source>Out of core</source>
        <translation>Blockweise (Out of Core)</translation>
    </message>
    <message>
        <source>Selection fraction C</source>
        <translation>Auswahlanteil C</translation>
    </message>
    <message>
        <source>Share of the vertices that may be contracted in an iteration, those with the best scores. Less takes longer and adds fewer shortcuts.</source>
        <translation>Anteil der Knoten, die in einer Iteration kontrahiert werden dürfen, die mit den besten Bewertungen. Weniger dauert länger und ergibt weniger Abkürzungen.</translation>
    </message>
    <message>
        <source>Side of a block</source>
        <translation>Seite eines Blocks</translation>
    </message>
    <message>
        <source>Step width Δ</source>
        <translation>Schrittweite Δ</translation>
    </message>
    <message>
        <source>Suzuki et al. 2013, algorithms 1 to 6</source>
        <translation>Suzuki et al. 2013, Algorithmen 1 bis 6</translation>
    </message>
    <message>
        <source>The graph is divided into cells once; new costs are then ready almost instantly, and a solve only scans the cells.</source>
        <translation>Das Netz wird einmal in Zellen geteilt; neue Kosten sind dann fast sofort bereit, und eine Berechnung geht nur die Zellen durch.</translation>
    </message>
    <message>
        <source>Tiled delta-stepping</source>
        <translation>Delta-Stepping in Kacheln</translation>
    </message>
    <message>
        <source>Tiles up to this much past the earliest waiting one are served together; 0 chooses automatically. Wide steps serve some tiles repeatedly.</source>
        <translation>Kacheln bis so weit hinter der frühesten wartenden werden zusammen bedient; 0 wählt selbst. Weite Schritte bedienen manche Kacheln mehrmals.</translation>
    </message>
    <message>
        <source>Vertices are contracted level by level, for these costs; a solve then goes up a few of them and down all levels, and looks at each once.</source>
        <translation>Knoten werden für diese Kosten Ebene um Ebene kontrahiert; eine Berechnung geht dann einige davon hinauf und alle Ebenen hinab und betrachtet jeden einmal.</translation>
    </message>
    <message>
        <source>Vertices below which contraction stops, and all distances between the rest are found; 0 chooses by the size of the graph, 1024 at most.</source>
        <translation>Knotenzahl, unter der die Kontraktion endet und alle Abstände zwischen dem Rest bestimmt werden; 0 wählt nach der Größe des Netzes, höchstens 1024.</translation>
    </message>
    <message>
        <source>Vertices near the front are served side by side; the others wait until it comes near.</source>
        <translation>Knoten nahe der Front werden nebeneinander bedient; die anderen warten, bis sie naht.</translation>
    </message>
    <message>
        <source>Vertices up to this much past the last threshold are near; 0 adapts Δ to the work. In the unit of the costs where those are no time.</source>
        <translation>Knoten bis so weit hinter der letzten Schwelle gelten als nah; 0 passt Δ der Arbeit an. In der Einheit der Kosten, wenn diese keine Zeit sind.</translation>
    </message>
    <message>
        <source>all cells always</source>
        <translation>immer alle Zellen</translation>
    </message>
    <message>
        <source>all, straight lines</source>
        <translation>alle, gerade Linien</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>eight</source>
        <translation>acht</translation>
    </message>
    <message>
        <source>lists always</source>
        <translation>immer Listen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>wechseln</translation>
    </message>
</context>
<context>
    <name>Certainties</name>
    <message>
        <source>10 %</source>
        <translation>10 %</translation>
    </message>
    <message>
        <source>90 %</source>
        <translation>90 %</translation>
    </message>
    <message>
        <source>All certainties, {format}</source>
        <translation>Alle Sicherheiten, {format}</translation>
    </message>
    <message>
        <source>Areas at {n} %, {format}</source>
        <translation>Flächen bei {n} %, {format}</translation>
    </message>
    <message>
        <source>Export certainties</source>
        <translation>Sicherheiten exportieren</translation>
    </message>
    <message>
        <source>Reached in {limit}</source>
        <translation>In {limit} erreicht</translation>
    </message>
    <message>
        <source>Times at {n} %, {format}</source>
        <translation>Zeiten bei {n} %, {format}</translation>
    </message>
    <message>
        <source>Uncertain speeds</source>
        <translation>Unsichere Geschwindigkeiten</translation>
    </message>
    <message>
        <source>in every run</source>
        <translation>in jedem Lauf</translation>
    </message>
    <message>
        <source>{early} – {late}, {share} % within {limit}</source>
        <translation>{early} – {late}, {share} % innerhalb von {limit}</translation>
    </message>
</context>
<context>
    <name>ChoiceForm</name>
    <message>
        <source> pixels an inch</source>
        <translation> Pixel je Zoll</translation>
    </message>
    <message>
        <source> × the screen</source>
        <translation> × Bildschirm</translation>
    </message>
    <message>
        <source>A4, lying</source>
        <translation>A4 quer</translation>
    </message>
    <message>
        <source>A4, upright</source>
        <translation>A4 hoch</translation>
    </message>
    <message>
        <source>Bands, {unit}</source>
        <translation>Stufen, {unit}</translation>
    </message>
    <message>
        <source>CRS</source>
        <translation>KBS</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Check what makes travel times right</source>
        <translation>Prüfen, was Reisezeiten richtig macht</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>Kompression</translation>
    </message>
    <message>
        <source>Deflate, small</source>
        <translation>Deflate, klein</translation>
    </message>
    <message>
        <source>How cells are compressed</source>
        <translation>Wie Zellen komprimiert werden</translation>
    </message>
    <message>
        <source>Instead of the CRS of the map</source>
        <translation>Statt des KBS der Karte</translation>
    </message>
    <message>
        <source>LZW, read everywhere</source>
        <translation>LZW, überall lesbar</translation>
    </message>
    <message>
        <source>Letter, lying</source>
        <translation>Letter quer</translation>
    </message>
    <message>
        <source>Letter, upright</source>
        <translation>Letter hoch</translation>
    </message>
    <message>
        <source>Longitudes and latitudes (WGS 84)</source>
        <translation>Längen und Breiten (WGS 84)</translation>
    </message>
    <message>
        <source>Of a page that is a picture</source>
        <translation>Einer Seite, die ein Bild ist</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Papier</translation>
    </message>
    <message>
        <source>Pixels for each of the screen</source>
        <translation>Pixel je Pixel des Bildschirms</translation>
    </message>
    <message>
        <source>Sharpness</source>
        <translation>Schärfe</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Size and direction of the page</source>
        <translation>Größe und Lage der Seite</translation>
    </message>
    <message>
        <source>Their limits, such as “10, 20, 45 min”</source>
        <translation>Ihre Grenzen, etwa „10, 20, 45 min“</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Validate the result for it</source>
        <translation>Das Ergebnis dafür prüfen</translation>
    </message>
    <message>
        <source>What kind of file</source>
        <translation>Welche Art von Datei</translation>
    </message>
    <message>
        <source>What stands on top of the page</source>
        <translation>Was oben auf der Seite steht</translation>
    </message>
    <message>
        <source>name of the file</source>
        <translation>Name der Datei</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>ClassRows</name>
    <message>
        <source>Closed to this vehicle: {roads}.</source>
        <translation>Für dieses Fahrzeug gesperrt: {roads}.</translation>
    </message>
    <message>
        <source>Open to this vehicle only in part: {roads}.</source>
        <translation>Für dieses Fahrzeug nur zum Teil offen: {roads}.</translation>
    </message>
    <message>
        <source>Speed on {roads}</source>
        <translation>Geschwindigkeit auf {roads}</translation>
    </message>
    <message>
        <source>Speed outside towns; speeds inside change in proportion. 0 closes these roads</source>
        <translation>Geschwindigkeit außerorts; innerorts ändert sie sich im selben Verhältnis. 0 sperrt diese Straßen</translation>
    </message>
    <message>
        <source>Untick to close roads of this class</source>
        <translation>Abhaken sperrt Straßen dieser Klasse</translation>
    </message>
    <message>
        <source>under 1 %</source>
        <translation>unter 1 %</translation>
    </message>
</context>
<context>
    <name>ClosureFiles</name>
    <message>
        <source>1 of {count} drawings in {name} lies over no road and was left out.</source>
        <translation>1 von {count} Zeichnungen in {name} liegt über keiner Straße und wurde weggelassen.</translation>
    </message>
    <message>
        <source>Close roads under the drawings of a file</source>
        <translation>Straßen unter den Zeichnungen einer Datei sperren</translation>
    </message>
    <message>
        <source>Drawings</source>
        <translation>Zeichnungen</translation>
    </message>
    <message>
        <source>Everything that {name} closes is closed already; nothing was added.</source>
        <translation>Alles, was {name} sperrt, ist schon gesperrt; nichts wurde hinzugefügt.</translation>
    </message>
    <message>
        <source>Save closures</source>
        <translation>Sperrungen speichern</translation>
    </message>
    <message>
        <source>{beside} of {count} drawings in {name} lie over no road and were left out.</source>
        <translation>{beside} von {count} Zeichnungen in {name} liegen über keiner Straße und wurden weggelassen.</translation>
    </message>
</context>
<context>
    <name>ClosureList</name>
    <message>
        <source>Close roads</source>
        <translation>Straßen sperren</translation>
    </message>
    <message>
        <source>Close roads by drawing</source>
        <translation>Straßen durch Zeichnen sperren</translation>
    </message>
    <message>
        <source>Close roads from a file</source>
        <translation>Straßen aus Datei sperren</translation>
    </message>
    <message>
        <source>Closed by drawing</source>
        <translation>Durch Zeichnen gesperrt</translation>
    </message>
    <message>
        <source>Draw a line or an area over the map; the roads under it are closed (X)</source>
        <translation>Linie oder Fläche auf die Karte zeichnen; die Straßen darunter werden gesperrt (X)</translation>
    </message>
    <message>
        <source>From file…</source>
        <translation>Aus Datei…</translation>
    </message>
    <message>
        <source>Remove the selected drawing, or all if none is selected (Delete)</source>
        <translation>Die gewählte Zeichnung entfernen, oder alle, wenn keine gewählt ist (Entf)</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Reopen the roads of the selected drawing</source>
        <translation>Die Straßen der gewählten Zeichnung freigeben</translation>
    </message>
    <message>
        <source>Roads under the lines, areas and points of a GIS file are closed</source>
        <translation>Straßen unter den Linien, Flächen und Punkten einer GIS-Datei werden gesperrt</translation>
    </message>
    <message>
        <source>Save closures</source>
        <translation>Sperrungen speichern</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Select one to find it on the map</source>
        <translation>Eine wählen, um sie auf der Karte zu finden</translation>
    </message>
    <message>
        <source>Write all drawings as GeoJSON or GeoPackage, to be opened here or in a GIS</source>
        <translation>Alle Zeichnungen als GeoJSON oder GeoPackage schreiben, um sie hier oder in einem GIS zu öffnen</translation>
    </message>
</context>
<context>
    <name>CommandsDialog</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Letters of a command, a key or a colour map</source>
        <translation>Buchstaben eines Befehls, einer Taste oder einer Farbskala</translation>
    </message>
    <message>
        <source>Return or a double click runs one</source>
        <translation>Eingabetaste oder Doppelklick führt einen aus</translation>
    </message>
    <message>
        <source>Search for a command</source>
        <translation>Einen Befehl suchen</translation>
    </message>
    <message>
        <source>Several words narrow it</source>
        <translation>Mehrere Wörter grenzen ein</translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source>Choose a raster of people</source>
        <translation>Einwohnerraster wählen</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>Vergleich läuft</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>Vergleich exportieren</translation>
    </message>
    <message>
        <source>Rasters</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Table as CSV</source>
        <translation>Tabelle als CSV</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>Lost: only in {a}</source>
        <translation>Verloren: nur in {a}</translation>
    </message>
    <message>
        <source>Won: only in {b}</source>
        <translation>Gewonnen: nur in {b}</translation>
    </message>
    <message>
        <source>lost, {name}: {time}</source>
        <translation>verloren, {name}: {time}</translation>
    </message>
    <message>
        <source>more than {limit}</source>
        <translation>mehr als {limit}</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>up to {limit}</source>
        <translation>bis zu {limit}</translation>
    </message>
    <message>
        <source>{range} later</source>
        <translation>{range} später</translation>
    </message>
    <message>
        <source>{range} less</source>
        <translation>{range} weniger</translation>
    </message>
    <message>
        <source>{range} more</source>
        <translation>{range} mehr</translation>
    </message>
    <message>
        <source>{range} sooner</source>
        <translation>{range} früher</translation>
    </message>
    <message>
        <source>{time}, won</source>
        <translation>{time}, gewonnen</translation>
    </message>
</context>
<context>
    <name>ComparisonPanel</name>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>A raster that says how many people live in each cell</source>
        <translation>Ein Raster, das sagt, wie viele Menschen in jeder Zelle wohnen</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Blink: A and B by turns</source>
        <translation>Wechselbild: A und B abwechselnd</translation>
    </message>
    <message>
        <source>Both are the same on average.</source>
        <translation>Beide sind im Mittel gleich.</translation>
    </message>
    <message>
        <source>Change anything – starts, speeds, closures, the vehicle – and compare.</source>
        <translation>Etwas ändern – Startpunkte, Geschwindigkeiten, Sperrungen, das Fahrzeug – und vergleichen.</translation>
    </message>
    <message>
        <source>Count no people</source>
        <translation>Keine Einwohner zählen</translation>
    </message>
    <message>
        <source>Difference: B − A</source>
        <translation>Differenz: B − A</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>Vergleich exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>Datei…</translation>
    </message>
    <message>
        <source>Forget it</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget the kept result</source>
        <translation>Behaltenes Ergebnis vergessen</translation>
    </message>
    <message>
        <source>Keep a result, change anything, and see what is won and lost.</source>
        <translation>Ein Ergebnis behalten, etwas ändern und sehen, was gewonnen und was verloren wird.</translation>
    </message>
    <message>
        <source>Keep it as A, to be compared with (Shift+A)</source>
        <translation>Als A behalten, um damit zu vergleichen (Umschalt+A)</translation>
    </message>
    <message>
        <source>Keep nothing any more</source>
        <translation>Nichts mehr behalten</translation>
    </message>
    <message>
        <source>Keep this result</source>
        <translation>Ergebnis behalten</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Map of the comparison</source>
        <translation>Karte des Vergleichs</translation>
    </message>
    <message>
        <source>Name of A</source>
        <translation>Name von A</translation>
    </message>
    <message>
        <source>Name of B</source>
        <translation>Name von B</translation>
    </message>
    <message>
        <source>Newest result (B)</source>
        <translation>Neuestes Ergebnis (B)</translation>
    </message>
    <message>
        <source>No people in the comparison</source>
        <translation>Keine Einwohner im Vergleich</translation>
    </message>
    <message>
        <source>Nothing is reached by both.</source>
        <translation>Nichts wird von beiden erreicht.</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Einwohner</translation>
    </message>
    <message>
        <source>People lost</source>
        <translation>Einw. verloren</translation>
    </message>
    <message>
        <source>People won</source>
        <translation>Einw. gewonnen</translation>
    </message>
    <message>
        <source>Raster of people for the comparison</source>
        <translation>Einwohnerraster für den Vergleich</translation>
    </message>
    <message>
        <source>Scenario A</source>
        <translation>Szenario A</translation>
    </message>
    <message>
        <source>Scenario B</source>
        <translation>Szenario B</translation>
    </message>
    <message>
        <source>Swipe: A left, B right</source>
        <translation>Wischen: A links, B rechts</translation>
    </message>
    <message>
        <source>What is asked now; another one is switched to</source>
        <translation>Was jetzt gefragt wird; zu einem anderen wird gewechselt</translation>
    </message>
    <message>
        <source>What lies within each limit in A and in B, what is won and what is lost</source>
        <translation>Was in A und in B innerhalb jeder Grenze liegt, was gewonnen und was verloren wird</translation>
    </message>
    <message>
        <source>What the kept result is called</source>
        <translation>Wie das behaltene Ergebnis heißt</translation>
    </message>
    <message>
        <source>What the map shows of both (Shift+B)</source>
        <translation>Was die Karte von beiden zeigt (Umschalt+B)</translation>
    </message>
    <message>
        <source>What the newest result is called</source>
        <translation>Wie das neueste Ergebnis heißt</translation>
    </message>
    <message>
        <source>What the newest result is compared with</source>
        <translation>Womit das neueste Ergebnis verglichen wird</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>Binnen</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>Gewonnen</translation>
    </message>
    <message>
        <source>Won and lost</source>
        <translation>Gewonnen und verloren</translation>
    </message>
    <message>
        <source>Write the difference, or this table</source>
        <translation>Die Differenz oder diese Tabelle schreiben</translation>
    </message>
    <message>
        <source>at all</source>
        <translation>überhaupt</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>the kept result</source>
        <translation>das behaltene Ergebnis</translation>
    </message>
    <message>
        <source>{b} is {off} less than {a} on average.</source>
        <translation>{b} ist im Mittel {off} weniger als {a}.</translation>
    </message>
    <message>
        <source>{b} is {off} more than {a} on average.</source>
        <translation>{b} ist im Mittel {off} mehr als {a}.</translation>
    </message>
    <message>
        <source>{b} is {off} quicker than {a} on average.</source>
        <translation>{b} ist im Mittel {off} schneller als {a}.</translation>
    </message>
    <message>
        <source>{b} is {off} slower than {a} on average.</source>
        <translation>{b} ist im Mittel {off} langsamer als {a}.</translation>
    </message>
</context>
<context>
    <name>Contracting</name>
    <message>
        <source>Contracting the roads ({answers} answers meanwhile)</source>
        <translation>Straßen werden kontrahiert (inzwischen antwortet {answers})</translation>
    </message>
</context>
<context>
    <name>Contraction</name>
    <message>
        <source>Iteration {number}: {told}</source>
        <translation>Iteration {number}: {told}</translation>
    </message>
    <message>
        <source>core</source>
        <translation>Kern</translation>
    </message>
    <message>
        <source>extract</source>
        <translation>entnehmen</translation>
    </message>
    <message>
        <source>find shortcuts</source>
        <translation>Abkürzungen suchen</translation>
    </message>
    <message>
        <source>levels, downward</source>
        <translation>Ebenen, abwärts</translation>
    </message>
    <message>
        <source>score</source>
        <translation>bewerten</translation>
    </message>
    <message>
        <source>select</source>
        <translation>auswählen</translation>
    </message>
    <message>
        <source>update</source>
        <translation>nachführen</translation>
    </message>
    <message>
        <source>upward</source>
        <translation>aufwärts</translation>
    </message>
</context>
<context>
    <name>ContractionPanel</name>
    <message>
        <source>Another algorithm is in use. With a contraction hierarchy the roads are contracted for their costs, level by level; from then on a solve looks at each place once. This panel shows what that takes.</source>
        <translation>Ein anderes Verfahren ist in Gebrauch. Mit einer Kontraktionshierarchie werden die Straßen für ihre Kosten kontrahiert, Ebene um Ebene; von da an betrachtet eine Berechnung jeden Ort einmal. Dieses Bedienfeld zeigt, was das kostet.</translation>
    </message>
    <message>
        <source>Contract now</source>
        <translation>Jetzt kontrahieren</translation>
    </message>
    <message>
        <source>Contract the roads for the costs as they are now, beside other work</source>
        <translation>Die Straßen für die jetzigen Kosten kontrahieren, neben anderer Arbeit</translation>
    </message>
    <message>
        <source>Contracted</source>
        <translation>Kontrahiert</translation>
    </message>
    <message>
        <source>Contracted in</source>
        <translation>Kontrahiert in</translation>
    </message>
    <message>
        <source>Contracted on</source>
        <translation>Kontrahiert auf</translation>
    </message>
    <message>
        <source>Contraction</source>
        <translation>Kontraktion</translation>
    </message>
    <message>
        <source>Contraction: ms per iteration</source>
        <translation>Kontraktion: ms je Iteration</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>Kern</translation>
    </message>
    <message>
        <source>Costs have moved: the roads are contracted again. </source>
        <translation>Die Kosten haben sich geändert: Die Straßen werden neu kontrahiert. </translation>
    </message>
    <message>
        <source>Costs have moved: these figures are of other costs. </source>
        <translation>Die Kosten haben sich geändert: Diese Zahlen gelten für andere Kosten. </translation>
    </message>
    <message>
        <source>Edge growth</source>
        <translation>Kantenzuwachs</translation>
    </message>
    <message>
        <source>Iteration {number}: {selected} of {states} {unit} taken out</source>
        <translation>Iteration {number}: {selected} von {states} {unit} entnommen</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>One to all</source>
        <translation>Einer zu allen</translation>
    </message>
    <message>
        <source>Query: µs per level</source>
        <translation>Abfrage: µs je Ebene</translation>
    </message>
    <message>
        <source>Set a start: the first solve contracts the roads, which may take a while.</source>
        <translation>Einen Startpunkt setzen: Die erste Berechnung kontrahiert die Straßen, was eine Weile dauern kann.</translation>
    </message>
    <message>
        <source>Steps downward</source>
        <translation>Schritte abwärts</translation>
    </message>
    <message>
        <source>Steps upward</source>
        <translation>Schritte aufwärts</translation>
    </message>
    <message>
        <source>Taken out per iteration (logarithmic)</source>
        <translation>Entnommen je Iteration (logarithmisch)</translation>
    </message>
    <message>
        <source>Terrain and roads are one graph here, and contracting it takes minutes where roads alone take seconds: that of an island of 2.6 million cells was not done after four, in which Dijkstra&apos;s algorithm answers hundreds of starts. Once it is chosen, the next solve contracts; Esc ends that.</source>
        <translation>Gelände und Straßen sind hier ein Netz, und es zu kontrahieren dauert Minuten, wo Straßen allein Sekunden brauchen: Das einer Insel von 2.6 Millionen Zellen war nach vier nicht fertig, in denen Dijkstras Algorithmus Hunderte Startpunkte beantwortet. Ist es gewählt, kontrahiert die nächste Berechnung; Esc beendet das.</translation>
    </message>
    <message>
        <source>The algorithm that contracts the roads for their costs, then looks at each place once</source>
        <translation>Das Verfahren, das die Straßen für ihre Kosten kontrahiert und dann jeden Ort einmal betrachtet</translation>
    </message>
    <message>
        <source>The paper (Karimi, Koppelman, Michael 2019, table 2) on its graph of the nearest size: {name}, {vertices} vertices, no turns, by distance, Tesla P100. Different roads, a different machine; a bar here and the one beside it have one scale. Edge growth is steps upward and downward for each step that was contracted.</source>
        <translation>Die Veröffentlichung (Karimi, Koppelman, Michael 2019, Tabelle 2) zu ihrem Netz der nächsten Größe: {name}, {vertices} Knoten, ohne Abbiegen, nach Entfernung, Tesla P100. Andere Straßen, ein anderer Rechner; ein Balken hier und der daneben haben einen Maßstab. Kantenzuwachs sind Schritte aufwärts und abwärts je kontrahiertem Schritt.</translation>
    </message>
    <message>
        <source>Times here and in the paper</source>
        <translation>Zeiten hier und in der Veröffentlichung</translation>
    </message>
    <message>
        <source>Use contraction hierarchies</source>
        <translation>Kontraktionshierarchien verwenden</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>in the paper</source>
        <translation>Veröffentlichung</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>upward, core, then levels from the top</source>
        <translation>aufwärts, Kern, dann Ebenen von oben</translation>
    </message>
    <message>
        <source>{name}: {places} places, {time}</source>
        <translation>{name}: {places} Orte, {time}</translation>
    </message>
    <message>
        <source>{ours}; paper {theirs}</source>
        <translation>{ours}; Veröffentlichung {theirs}</translation>
    </message>
</context>
<context>
    <name>Customization</name>
    <message>
        <source>Level {level}: cells of at most {size} vertices, by {engine}</source>
        <translation>Ebene {level}: Zellen von höchstens {size} Knoten, mit {engine}</translation>
    </message>
    <message>
        <source>global Bellman-Ford</source>
        <translation>globales Bellman-Ford</translation>
    </message>
    <message>
        <source>local Bellman-Ford</source>
        <translation>lokales Bellman-Ford</translation>
    </message>
    <message>
        <source>microinstructions</source>
        <translation>Mikrobefehle</translation>
    </message>
    <message>
        <source>≤ {size}</source>
        <translation>≤ {size}</translation>
    </message>
</context>
<context>
    <name>CustomizationPanel</name>
    <message>
        <source>All these roads fit into one cell: there are no levels.</source>
        <translation>All diese Straßen passen in eine Zelle: Es gibt keine Ebenen.</translation>
    </message>
    <message>
        <source>Another algorithm is in use. With {title} the roads are divided into cells once, and every step of a slider is computed again in milliseconds; this panel shows how.</source>
        <translation>Ein anderes Verfahren ist in Gebrauch. Mit {title} werden die Straßen einmal in Zellen geteilt, und jeder Schritt eines Reglers wird in Millisekunden neu berechnet; dieses Bedienfeld zeigt, wie.</translation>
    </message>
    <message>
        <source>Customize repeatedly for a second, and read the driver&apos;s energy counter</source>
        <translation>Eine Sekunde lang wiederholt anpassen und den Energiezähler des Treibers lesen</translation>
    </message>
    <message>
        <source>Customized in</source>
        <translation>Angepasst in</translation>
    </message>
    <message>
        <source>Different roads, a different machine; both columns have one scale. A level holds the mezzanine levels below it.</source>
        <translation>Andere Straßen, ein anderer Rechner; beide Spalten haben einen Maßstab. Eine Ebene enthält die Zwischenebenen unter ihr.</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Energy: not measured</source>
        <translation>Energie: nicht gemessen</translation>
    </message>
    <message>
        <source>Energy: not reported by the CPU</source>
        <translation>Energie: von der CPU nicht gemeldet</translation>
    </message>
    <message>
        <source>Energy: not reported by the driver</source>
        <translation>Energie: vom Treiber nicht gemeldet</translation>
    </message>
    <message>
        <source>Energy: the driver&apos;s counter, idle power included</source>
        <translation>Energie: Zähler des Treibers, Leerlauf eingeschlossen</translation>
    </message>
    <message>
        <source>How the levels are computed</source>
        <translation>Wie die Ebenen berechnet werden</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>Measure energy</source>
        <translation>Energie messen</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory for queries</source>
        <translation>Speicher für Abfragen</translation>
    </message>
    <message>
        <source>Memory set up once</source>
        <translation>Einmal angelegter Speicher</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>Läuft auf</translation>
    </message>
    <message>
        <source>Set a start: the first solve divides the roads into cells, which takes a while. The cells are kept; from then on new speeds are applied instantly.</source>
        <translation>Einen Startpunkt setzen: Die erste Berechnung teilt die Straßen in Zellen, was eine Weile dauert. Die Zellen werden behalten; von da an gelten neue Geschwindigkeiten sofort.</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Abkürzungen</translation>
    </message>
    <message>
        <source>The algorithm that applies new speeds instantly, once the roads are divided into cells</source>
        <translation>Das Verfahren, das neue Geschwindigkeiten sofort anwendet, sobald die Straßen in Zellen geteilt sind</translation>
    </message>
    <message>
        <source>The last customizations</source>
        <translation>Die letzten Anpassungen</translation>
    </message>
    <message>
        <source>The paper (Delling, Kobitzsch, Werneck 2014, table 1): {total} and {memory} MiB in total by {engine}, mezzanine levels: {mezzanines}; Europe, {vertices} M vertices, GTX Titan. With microinstructions, table 2: {best}, {best_memory} MiB, {energy}.</source>
        <translation>Die Veröffentlichung (Delling, Kobitzsch, Werneck 2014, Tabelle 1): insgesamt {total} und {memory} MiB mit {engine}, Zwischenebenen: {mezzanines}; Europa, {vertices} Mio. Knoten, GTX Titan. Mit Mikrobefehlen, Tabelle 2: {best}, {best_memory} MiB, {energy}.</translation>
    </message>
    <message>
        <source>Time of each level</source>
        <translation>Zeit jeder Ebene</translation>
    </message>
    <message>
        <source>Time of the last customizations, the newest at the right</source>
        <translation>Zeit der letzten Anpassungen, die neueste rechts</translation>
    </message>
    <message>
        <source>Use customizable route planning</source>
        <translation>Anpassbare Routenplanung verwenden</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>in the paper</source>
        <translation>Veröffentlichung</translation>
    </message>
    <message>
        <source>{levels} with {cells} cells</source>
        <translation>{levels} mit {cells} Zellen</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Hide {panel}</source>
        <translation>{panel} ausblenden</translation>
    </message>
    <message>
        <source>Undock {panel}, or dock it again</source>
        <translation>{panel} ablösen oder wieder andocken</translation>
    </message>
</context>
<context>
    <name>DurationEdit</name>
    <message>
        <source>unit</source>
        <translation>Einheit</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>Change bands</source>
        <translation>Stufen ändern</translation>
    </message>
    <message>
        <source>Change slopes</source>
        <translation>Steigungen ändern</translation>
    </message>
    <message>
        <source>Change solver options</source>
        <translation>Optionen der Berechnung ändern</translation>
    </message>
    <message>
        <source>Change time limit</source>
        <translation>Zeitgrenze ändern</translation>
    </message>
    <message>
        <source>Dividing the roads into cells</source>
        <translation>Straßen werden in Zellen geteilt</translation>
    </message>
    <message>
        <source>Looking for a good start</source>
        <translation>Guter Startpunkt wird gesucht</translation>
    </message>
    <message>
        <source>Move start</source>
        <translation>Startpunkt verschieben</translation>
    </message>
    <message>
        <source>Slopes do not count here: they do on a raster alone, or with roads burned into it.</source>
        <translation>Steigungen zählen hier nicht: Das tun sie auf einem Raster allein oder mit eingebrannten Straßen.</translation>
    </message>
    <message>
        <source>Slopes no longer count: their heights are of what was open before.</source>
        <translation>Steigungen zählen nicht mehr: Ihre Höhen gehören zu dem, was vorher offen war.</translation>
    </message>
</context>
<context>
    <name>EditsPanel</name>
    <message>
        <source>Add edits from a file</source>
        <translation>Änderungen aus einer Datei hinzufügen</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Barrier</source>
        <translation>Barriere</translation>
    </message>
    <message>
        <source>Barrier: nothing enters. Open: what cannot be entered gets the speed. Speed: what can be entered gets it. Factor: speeds are multiplied.</source>
        <translation>Barriere: nichts kommt hinein. Öffnen: Unbegehbares erhält die Geschwindigkeit. Geschwindigkeit: Begehbares erhält sie. Faktor: Geschwindigkeiten werden multipliziert.</translation>
    </message>
    <message>
        <source>Brush</source>
        <translation>Pinsel</translation>
    </message>
    <message>
        <source>Burn edits into a raster</source>
        <translation>Änderungen in ein Raster einbrennen</translation>
    </message>
    <message>
        <source>Burn…</source>
        <translation>Einbrennen…</translation>
    </message>
    <message>
        <source>Click corners or draw by hand; a double click ends the area</source>
        <translation>Ecken anklicken oder von Hand zeichnen; ein Doppelklick beendet die Fläche</translation>
    </message>
    <message>
        <source>Click corners or draw by hand; a double click ends the line</source>
        <translation>Ecken anklicken oder von Hand zeichnen; ein Doppelklick beendet die Linie</translation>
    </message>
    <message>
        <source>Click: all that is joined at the same speed, up to its edge</source>
        <translation>Klick: alles, was mit gleicher Geschwindigkeit zusammenhängt, bis zu seinem Rand</translation>
    </message>
    <message>
        <source>Draw with the button held; times follow while the brush moves</source>
        <translation>Mit gedrückter Taste zeichnen; die Zeiten folgen dem Pinsel</translation>
    </message>
    <message>
        <source>Edits of the ground</source>
        <translation>Änderungen am Boden</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Flood</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>From file…</source>
        <translation>Aus Datei…</translation>
    </message>
    <message>
        <source>How far speeds may differ from that of the place where a flood begins</source>
        <translation>Wie weit Geschwindigkeiten von der am Anfang des Füllens abweichen dürfen</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Of the brush and of lines; 0 is one cell</source>
        <translation>Von Pinsel und Linien; 0 ist eine Zelle</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Points, lines and areas of a GIS file, with columns for effect and value</source>
        <translation>Punkte, Linien und Flächen einer GIS-Datei, mit Spalten für Wirkung (effect) und Wert (value)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>Alle entfernen</translation>
    </message>
    <message>
        <source>Remove edits</source>
        <translation>Änderungen entfernen</translation>
    </message>
    <message>
        <source>Remove the selected edit, or all if none is selected (Delete)</source>
        <translation>Die gewählte Änderung entfernen, oder alle, wenn keine gewählt ist (Entf)</translation>
    </message>
    <message>
        <source>Save edits</source>
        <translation>Änderungen speichern</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Speed or factor</source>
        <translation>Geschwindigkeit oder Faktor</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>Untick one to leave it out; double-click to rename it</source>
        <translation>Häkchen entfernen, um eine auszulassen; Doppelklick, um sie umzubenennen</translation>
    </message>
    <message>
        <source>What the next edit gives</source>
        <translation>Was die nächste Änderung bewirkt</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Write all edits as GeoJSON or GeoPackage</source>
        <translation>Alle Änderungen als GeoJSON oder GeoPackage schreiben</translation>
    </message>
    <message>
        <source>Write the raster with the edits in it, as GeoTIFF or Esri ASCII grid</source>
        <translation>Das Raster mit den Änderungen schreiben, als GeoTIFF oder Esri-ASCII-Grid</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>Barriere</translation>
    </message>
    <message>
        <source>open, {speed}</source>
        <translation>offen, {speed}</translation>
    </message>
    <message>
        <source>{speed}</source>
        <translation>{speed}</translation>
    </message>
    <message>
        <source>× {factor}</source>
        <translation>× {factor}</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Areas</source>
        <translation>Flächen</translation>
    </message>
    <message>
        <source>Bands as a raster</source>
        <translation>Stufen als Raster</translation>
    </message>
    <message>
        <source>CRS</source>
        <translation>KBS</translation>
    </message>
    <message>
        <source>Cell size</source>
        <translation>Zellgröße</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Drawings</source>
        <translation>Zeichnungen</translation>
    </message>
    <message>
        <source>Export a report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Export a web map</source>
        <translation>Webkarte exportieren</translation>
    </message>
    <message>
        <source>Export as a raster</source>
        <translation>Als Raster exportieren</translation>
    </message>
    <message>
        <source>Export bands</source>
        <translation>Stufen exportieren</translation>
    </message>
    <message>
        <source>Export isolines</source>
        <translation>Isolinien exportieren</translation>
    </message>
    <message>
        <source>Export paths</source>
        <translation>Wege exportieren</translation>
    </message>
    <message>
        <source>Export polygons</source>
        <translation>Polygone exportieren</translation>
    </message>
    <message>
        <source>Export reached roads</source>
        <translation>Erreichte Straßen exportieren</translation>
    </message>
    <message>
        <source>Export statistics</source>
        <translation>Statistik exportieren</translation>
    </message>
    <message>
        <source>Export the map as a picture</source>
        <translation>Karte als Bild exportieren</translation>
    </message>
    <message>
        <source>Export the moving front</source>
        <translation>Wandernde Front exportieren</translation>
    </message>
    <message>
        <source>Export the zonal table</source>
        <translation>Zonentabelle exportieren</translation>
    </message>
    <message>
        <source>Export travel times</source>
        <translation>Reisezeiten exportieren</translation>
    </message>
    <message>
        <source>Export vertices</source>
        <translation>Knoten exportieren</translation>
    </message>
    <message>
        <source>Export which start is first where</source>
        <translation>Exportieren, welcher Startpunkt wo zuerst da ist</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Enthält</translation>
    </message>
    <message>
        <source>Isolines</source>
        <translation>Isolinien</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>Moving front</source>
        <translation>Wandernde Front</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Picture of the map</source>
        <translation>Bild der Karte</translation>
    </message>
    <message>
        <source>Pinned paths</source>
        <translation>Angeheftete Wege</translation>
    </message>
    <message>
        <source>Polygons</source>
        <translation>Polygone</translation>
    </message>
    <message>
        <source>Raster</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Reached roads</source>
        <translation>Erreichte Straßen</translation>
    </message>
    <message>
        <source>Relief</source>
        <translation>Schummerung</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Travel times</source>
        <translation>Reisezeiten</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Web map</source>
        <translation>Webkarte</translation>
    </message>
    <message>
        <source>Who is first</source>
        <translation>Wer zuerst da ist</translation>
    </message>
    <message>
        <source>Zonal table</source>
        <translation>Zonentabelle</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>etwa {size}</translation>
    </message>
    <message>
        <source>no heights known</source>
        <translation>keine Höhen bekannt</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>{count} features, {points} points</source>
        <translation>{count} Objekte, {points} Punkte</translation>
    </message>
    <message>
        <source>{width} × {height} pixels</source>
        <translation>{width} × {height} Pixel</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>The preview is being made…</source>
        <translation>Die Vorschau wird erstellt…</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>Was exportiert wird</translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation>Was geschrieben wird</translation>
    </message>
</context>
<context>
    <name>Exporter</name>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Exported {name}</source>
        <translation>Exportiert: {name}</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Einzelbilder</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>Save it…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>The map is on the clipboard</source>
        <translation>Die Karte liegt in der Zwischenablage</translation>
    </message>
    <message>
        <source>The solve was stopped: this is a partial result.</source>
        <translation>Die Berechnung wurde angehalten: Dies ist ein Teilergebnis.</translation>
    </message>
    <message>
        <source>Write its times as CSV.</source>
        <translation>Seine Zeiten als CSV schreiben.</translation>
    </message>
    <message>
        <source>Writing {name}</source>
        <translation>{name} wird geschrieben</translation>
    </message>
    <message>
        <source>what has no place on a map has no report</source>
        <translation>was keinen Ort auf einer Karte hat, hat keinen Bericht</translation>
    </message>
    <message>
        <source>when it is written</source>
        <translation>beim Schreiben</translation>
    </message>
</context>
<context>
    <name>FileController</name>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>{name} wird gelesen</translation>
    </message>
    <message>
        <source>Saved {name}</source>
        <translation>Gespeichert: {name}</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Writing {name}</source>
        <translation>{name} wird geschrieben</translation>
    </message>
</context>
<context>
    <name>FirstSteps</name>
    <message>
        <source>Click the map to set a start</source>
        <translation>Auf die Karte klicken, um einen Startpunkt zu setzen</translation>
    </message>
    <message>
        <source>Close the first steps</source>
        <translation>Erste Schritte schließen</translation>
    </message>
    <message>
        <source>Close; Help ▸ First steps shows them again</source>
        <translation>Schließen; Hilfe ▸ Erste Schritte zeigt sie wieder</translation>
    </message>
    <message>
        <source>Export what you see (Ctrl+E)</source>
        <translation>Exportieren, was zu sehen ist (Strg+E)</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Open a file or a sample</source>
        <translation>Eine Datei oder ein Beispiel öffnen</translation>
    </message>
</context>
<context>
    <name>GoTo</name>
    <message>
        <source>coordinates</source>
        <translation>Koordinaten</translation>
    </message>
    <message>
        <source>path</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Startpunkt</translation>
    </message>
    <message>
        <source>street</source>
        <translation>Straße</translation>
    </message>
</context>
<context>
    <name>GoToDialog</name>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Hingehen</translation>
    </message>
    <message>
        <source>&amp;Set start there</source>
        <translation>&amp;Startpunkt dorthin</translation>
    </message>
    <message>
        <source>-8.61, 41.15 or 41°09&apos;N 8°37&apos;W, or a name</source>
        <translation>-8.61, 41.15 oder 41°09&apos;N 8°37&apos;W, oder ein Name</translation>
    </message>
    <message>
        <source>CRS of the coordinates</source>
        <translation>KBS der Koordinaten</translation>
    </message>
    <message>
        <source>Go there, and set the start</source>
        <translation>Dorthin gehen und den Startpunkt setzen</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Lon, lat</source>
        <translation>Länge, Breite</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Places found</source>
        <translation>Gefundene Orte</translation>
    </message>
    <message>
        <source>Return or a double click goes there</source>
        <translation>Eingabetaste oder Doppelklick geht dorthin</translation>
    </message>
    <message>
        <source>Set start there</source>
        <translation>Startpunkt dorthin setzen</translation>
    </message>
    <message>
        <source>That of the map, longitude and latitude, or one such as EPSG:32629</source>
        <translation>Das der Karte, Länge und Breite oder eines wie EPSG:32629</translation>
    </message>
    <message>
        <source>Two numbers, X first, degrees with N, S, E, W, or letters of a name</source>
        <translation>Zwei Zahlen, X zuerst, Grad mit N, S, E, W, oder Buchstaben eines Namens</translation>
    </message>
</context>
<context>
    <name>GroundEditing</name>
    <message>
        <source>Add edits from a file</source>
        <translation>Änderungen aus einer Datei hinzufügen</translation>
    </message>
    <message>
        <source>Burn edits into a raster</source>
        <translation>Änderungen in ein Raster einbrennen</translation>
    </message>
    <message>
        <source>Drawings</source>
        <translation>Zeichnungen</translation>
    </message>
    <message>
        <source>Getting ready to edit</source>
        <translation>Bearbeiten wird vorbereitet</translation>
    </message>
    <message>
        <source>Save edits</source>
        <translation>Änderungen speichern</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Key or mouse</source>
        <translation>Taste oder Maus</translation>
    </message>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>Nothing has all of these words.</source>
        <translation>Nichts enthält all diese Wörter.</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Several words narrow it</source>
        <translation>Mehrere Wörter grenzen ein</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The chosen piece of help</source>
        <translation>Der gewählte Abschnitt der Hilfe</translation>
    </message>
    <message>
        <source>Titles</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>What the words were found in</source>
        <translation>Worin die Wörter gefunden wurden</translation>
    </message>
    <message>
        <source>Words to look for</source>
        <translation>Gesuchte Wörter</translation>
    </message>
</context>
<context>
    <name>Hover</name>
    <message>
        <source>barrier</source>
        <translation>Barriere</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>no road here</source>
        <translation>hier keine Straße</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>außerhalb</translation>
    </message>
</context>
<context>
    <name>Inner</name>
    <message>
        <source> (the GPU failed: {0})</source>
        <translation> (die GPU fiel aus: {0})</translation>
    </message>
    <message>
        <source> and {0} more</source>
        <translation> und {0} weitere</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; does not run on the {1} in this version</source>
        <translation>&apos;{0}&apos; läuft in dieser Version nicht auf {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no parameters</source>
        <translation>„{0}“ hat keine Parameter</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no value</source>
        <translation>&apos;{0}&apos; hat keinen Wert</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is &apos;{1}&apos;, not a number</source>
        <translation>&apos;{0}&apos; ist &apos;{1}&apos;, keine Zahl</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is damaged</source>
        <translation>&apos;{0}&apos; ist beschädigt</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is given twice</source>
        <translation>&apos;{0}&apos; steht zweimal da</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is neither a header keyword nor a number</source>
        <translation>&apos;{0}&apos; ist weder ein Schlüsselwort des Kopfs noch eine Zahl</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is neither on nor off</source>
        <translation>&apos;{0}&apos; ist weder ein noch aus</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no angle and factor</source>
        <translation>„{0}“ ist kein Paar aus Winkel und Faktor</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no date with an hour</source>
        <translation>„{0}“ ist kein Datum mit Uhrzeit</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no number</source>
        <translation>„{0}“ ist keine Zahl</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no number of workers</source>
        <translation>&apos;{0}&apos; ist keine Anzahl von Arbeitern</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no pair</source>
        <translation>„{0}“ ist kein Paar</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no parameter of naismith</source>
        <translation>„{0}“ ist kein Parameter von naismith</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a Matrix Market header</source>
        <translation>&apos;{0}&apos; ist kein Matrix-Market-Kopf</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a colour</source>
        <translation>&apos;{0}&apos; ist keine Farbe</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a delay</source>
        <translation>&apos;{0}&apos; ist keine Verzögerung</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a limit</source>
        <translation>„{0}“ ist keine Grenze</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a number</source>
        <translation>&apos;{0}&apos; ist keine Zahl</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a place</source>
        <translation>&apos;{0}&apos; ist kein Ort</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a time</source>
        <translation>„{0}“ ist keine Zeit</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a unit here</source>
        <translation>&apos;{0}&apos; ist hier keine Einheit</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a {1}</source>
        <translation>&apos;{0}&apos; ist kein {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not the line &apos;ROWS COLUMNS ENTRIES&apos;</source>
        <translation>&apos;{0}&apos; ist nicht die Zeile &apos;ROWS COLUMNS ENTRIES&apos;</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not the line &apos;p aux sp co VERTICES&apos; that belongs here</source>
        <translation>&apos;{0}&apos; ist nicht die Zeile &apos;p aux sp co VERTICES&apos;, die hierher gehört</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not the line &apos;p sp VERTICES ARCS&apos; that belongs here</source>
        <translation>&apos;{0}&apos; ist nicht die Zeile &apos;p sp VERTICES ARCS&apos;, die hierher gehört</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not the line &apos;p tw VERTICES EDGES&apos; that belongs here</source>
        <translation>&apos;{0}&apos; ist nicht die Zeile &apos;p tw VERTICES EDGES&apos;, die hierher gehört</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is {1}, more than any raster has</source>
        <translation>&apos;{0}&apos; ist {1}, mehr als irgendein Raster hat</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is {1}, not a whole number</source>
        <translation>&apos;{0}&apos; ist {1}, keine ganze Zahl</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is {1}, not above 0</source>
        <translation>&apos;{0}&apos; ist {1}, nicht über 0</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; knows no slopes on the {1} in this version</source>
        <translation>„{0}“ kennt in dieser Version keine Steigungen auf {1}</translation>
    </message>
    <message>
        <source>, and {0} more</source>
        <translation>, und {0} weitere</translation>
    </message>
    <message>
        <source>, lengths along the ground</source>
        <translation>, Längen entlang des Geländes</translation>
    </message>
    <message>
        <source>, or keep its grid: --reproject {0}</source>
        <translation>, oder sein Raster behalten: --reproject {0}</translation>
    </message>
    <message>
        <source>, or with {0}</source>
        <translation>, oder mit {0}</translation>
    </message>
    <message>
        <source>, {0} m up, {1} m down</source>
        <translation>, {0} m hinauf, {1} m hinab</translation>
    </message>
    <message>
        <source>1 {0} an arc</source>
        <translation>1 {0} je Kante</translation>
    </message>
    <message>
        <source>1e-{0} of the file&apos;s unit</source>
        <translation>1e-{0} der Einheit der Datei</translation>
    </message>
    <message>
        <source>2³¹ vertices or more</source>
        <translation>2³¹ Knoten oder mehr</translation>
    </message>
    <message>
        <source>; no data is stored as {0}</source>
        <translation>; keine Daten steht als {0}</translation>
    </message>
    <message>
        <source>A road graph has as many of both.</source>
        <translation>Ein Straßennetz hat von beiden gleich viele.</translation>
    </message>
    <message>
        <source>Add &quot;based_on&quot; with one of: {0}.</source>
        <translation>&quot;based_on&quot; mit einem von diesen ergänzen: {0}.</translation>
    </message>
    <message>
        <source>Add it to the header.</source>
        <translation>Im Kopf ergänzen.</translation>
    </message>
    <message>
        <source>An Esri ASCII grid begins with ncols and nrows, in plain text.</source>
        <translation>Ein Esri-ASCII-Raster beginnt mit ncols und nrows, als einfacher Text.</translation>
    </message>
    <message>
        <source>An Esri binary grid is a folder with hdr.adf in it.</source>
        <translation>Ein binäres Esri-Raster ist ein Ordner mit hdr.adf darin.</translation>
    </message>
    <message>
        <source>Ask for no more; `isofront devices` says what there is.</source>
        <translation>Nicht mehr verlangen; `isofront devices` sagt, was da ist.</translation>
    </message>
    <message>
        <source>At most {0} can be held.</source>
        <translation>Höchstens {0} sind möglich.</translation>
    </message>
    <message>
        <source>Begin with { and end with }.</source>
        <translation>Mit { beginnen und mit } enden.</translation>
    </message>
    <message>
        <source>Beyond {0} {1}</source>
        <translation>Über {0} {1}</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>CSV of roads</source>
        <translation>CSV der Straßen</translation>
    </message>
    <message>
        <source>CSV of vertices</source>
        <translation>CSV der Knoten</translation>
    </message>
    <message>
        <source>Cells of {0} m: {1}.</source>
        <translation>Zellen von {0} m: {1}.</translation>
    </message>
    <message>
        <source>Change departure</source>
        <translation>Abfahrt ändern</translation>
    </message>
    <message>
        <source>Change direction</source>
        <translation>Richtung ändern</translation>
    </message>
    <message>
        <source>Change metric</source>
        <translation>Kostenmodell ändern</translation>
    </message>
    <message>
        <source>Change private streets</source>
        <translation>Private Straßen ändern</translation>
    </message>
    <message>
        <source>Change speed</source>
        <translation>Geschwindigkeit ändern</translation>
    </message>
    <message>
        <source>Change speed limits</source>
        <translation>Tempolimits ändern</translation>
    </message>
    <message>
        <source>Change speeds of ways</source>
        <translation>Geschwindigkeiten von Wegen ändern</translation>
    </message>
    <message>
        <source>Change turn cost</source>
        <translation>Abbiegekosten ändern</translation>
    </message>
    <message>
        <source>Check its coordinate reference system.</source>
        <translation>Das Koordinatenbezugssystem prüfen.</translation>
    </message>
    <message>
        <source>Check its no-data value, or say what cells without data are.</source>
        <translation>Den Wert für keine Daten prüfen, oder angeben, was Zellen ohne Daten sind.</translation>
    </message>
    <message>
        <source>Check that they are metres, and cells without a height marked.</source>
        <translation>Prüfen, ob es Meter sind und Zellen ohne Höhe gekennzeichnet.</translation>
    </message>
    <message>
        <source>Check the CRS of both.</source>
        <translation>Das KBS beider prüfen.</translation>
    </message>
    <message>
        <source>Check the CRS of the roads.</source>
        <translation>Das KBS der Straßen prüfen.</translation>
    </message>
    <message>
        <source>Check the CRS of the {0}, or write .gpkg.</source>
        <translation>Das KBS prüfen ({0}), oder .gpkg schreiben.</translation>
    </message>
    <message>
        <source>Check the coordinates and the CRS.</source>
        <translation>Koordinaten und KBS prüfen.</translation>
    </message>
    <message>
        <source>Check the disk and your rights.</source>
        <translation>Datenträger und Rechte prüfen.</translation>
    </message>
    <message>
        <source>Check the free space and your rights there, or choose another place.</source>
        <translation>Freien Platz und Rechte dort prüfen, oder einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Check the free space, or choose another place.</source>
        <translation>Freien Platz prüfen, oder einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation>Den Namen prüfen.</translation>
    </message>
    <message>
        <source>Check the numbers of the vertices.</source>
        <translation>Die Nummern der Knoten prüfen.</translation>
    </message>
    <message>
        <source>Check the order of the columns, and the CRS.</source>
        <translation>Reihenfolge der Spalten und KBS prüfen.</translation>
    </message>
    <message>
        <source>Check the order: X is the longitude or easting, Y the latitude or northing.</source>
        <translation>Die Reihenfolge prüfen: X ist die Länge oder der Rechtswert, Y die Breite oder der Hochwert.</translation>
    </message>
    <message>
        <source>Check the origins.</source>
        <translation>Die Quellen prüfen.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>Den Pfad prüfen.</translation>
    </message>
    <message>
        <source>Choose --backend cpu or auto, or geometry={0}.</source>
        <translation>Die CPU oder „automatisch“ wählen, oder geometry={0}.</translation>
    </message>
    <message>
        <source>Choose --backend {0} or auto, or the slope model none.</source>
        <translation>--backend {0} oder auto wählen, oder das Steigungsmodell none.</translation>
    </message>
    <message>
        <source>Choose --backend {0} or auto.</source>
        <translation>--backend {0} oder auto wählen.</translation>
    </message>
    <message>
        <source>Choose 1 or more.</source>
        <translation>1 oder mehr wählen.</translation>
    </message>
    <message>
        <source>Choose a file of origins, or click some on the map.</source>
        <translation>Eine Datei mit Quellen wählen, oder welche auf der Karte klicken.</translation>
    </message>
    <message>
        <source>Choose a layer of streets drawn as lines.</source>
        <translation>Einen Layer wählen, der Straßen als Linien enthält.</translation>
    </message>
    <message>
        <source>Choose a layer of streets, whose lines are short against the map.</source>
        <translation>Einen Layer mit Straßen wählen, deren Linien kurz gegen die Karte sind.</translation>
    </message>
    <message>
        <source>Choose a metric of times.</source>
        <translation>Ein Kostenmodell mit Zeiten wählen.</translation>
    </message>
    <message>
        <source>Choose a metric of times: only speeds are uncertain.</source>
        <translation>Ein Kostenmodell mit Zeiten wählen: Nur Geschwindigkeiten sind unsicher.</translation>
    </message>
    <message>
        <source>Choose a place inside.</source>
        <translation>Einen Ort innerhalb wählen.</translation>
    </message>
    <message>
        <source>Choose a profile.</source>
        <translation>Ein Profil wählen.</translation>
    </message>
    <message>
        <source>Choose a profile: {0}.</source>
        <translation>Ein Profil wählen: {0}.</translation>
    </message>
    <message>
        <source>Choose a raster, such as a GeoTIFF.</source>
        <translation>Ein Raster wählen, etwa ein GeoTIFF.</translation>
    </message>
    <message>
        <source>Choose a smaller area.</source>
        <translation>Ein kleineres Gebiet wählen.</translation>
    </message>
    <message>
        <source>Choose a tolerance of {0} m or more, or a smaller limit.</source>
        <translation>Eine Toleranz von {0} m oder mehr wählen, oder eine kleinere Grenze.</translation>
    </message>
    <message>
        <source>Choose among {0}.</source>
        <translation>Unter {0} wählen.</translation>
    </message>
    <message>
        <source>Choose an OpenStreetMap extract with streets.</source>
        <translation>Einen OpenStreetMap-Auszug mit Straßen wählen.</translation>
    </message>
    <message>
        <source>Choose an OpenStreetMap file (.osm, .osm.gz, .osm.bz2 or .osm.pbf).</source>
        <translation>Eine OpenStreetMap-Datei wählen (.osm, .osm.gz, .osm.bz2 oder .osm.pbf).</translation>
    </message>
    <message>
        <source>Choose an archive with a raster in it.</source>
        <translation>Ein Archiv mit einem Raster darin wählen.</translation>
    </message>
    <message>
        <source>Choose another --profile, or roads of the same place.</source>
        <translation>Ein anderes --profile wählen, oder Straßen desselben Gebiets.</translation>
    </message>
    <message>
        <source>Choose another algorithm: this one needs a GPU.</source>
        <translation>Ein anderes Verfahren wählen: Dieses braucht eine GPU.</translation>
    </message>
    <message>
        <source>Choose another band.</source>
        <translation>Ein anderes Band wählen.</translation>
    </message>
    <message>
        <source>Choose another name or folder.</source>
        <translation>Einen anderen Namen oder Ordner wählen.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Choose another profile, or open classes of roads (Vehicle panel).</source>
        <translation>Ein anderes Profil wählen, oder Straßenklassen freigeben (Bedienfeld Fahrzeug).</translation>
    </message>
    <message>
        <source>Choose another profile, or open classes of roads.</source>
        <translation>Ein anderes Profil wählen, oder Straßenklassen freigeben.</translation>
    </message>
    <message>
        <source>Choose another raster.</source>
        <translation>Ein anderes Raster wählen.</translation>
    </message>
    <message>
        <source>Choose another start.</source>
        <translation>Einen anderen Startpunkt wählen.</translation>
    </message>
    <message>
        <source>Choose another, or geometry=eight.</source>
        <translation>Ein anderes wählen, oder geometry=eight.</translation>
    </message>
    <message>
        <source>Choose another.</source>
        <translation>Eine andere wählen.</translation>
    </message>
    <message>
        <source>Choose auto, cpu or gpu.</source>
        <translation>auto, cpu oder gpu wählen.</translation>
    </message>
    <message>
        <source>Choose buffer or walk.</source>
        <translation>buffer oder walk wählen.</translation>
    </message>
    <message>
        <source>Choose fewer limits.</source>
        <translation>Weniger Grenzen wählen.</translation>
    </message>
    <message>
        <source>Choose fewer.</source>
        <translation>Weniger wählen.</translation>
    </message>
    <message>
        <source>Choose from {0}.</source>
        <translation>Wählbar: {0}.</translation>
    </message>
    <message>
        <source>Choose from {0}: {1}.</source>
        <translation>Wählbar: {0}: {1}.</translation>
    </message>
    <message>
        <source>Choose local or global, and 0 to 4.</source>
        <translation>local oder global wählen, und 0 bis 4.</translation>
    </message>
    <message>
        <source>Choose metric</source>
        <translation>Kostenmodell wählen</translation>
    </message>
    <message>
        <source>Choose more levels of cells.</source>
        <translation>Mehr Ebenen von Zellen wählen.</translation>
    </message>
    <message>
        <source>Choose near-far.</source>
        <translation>near-far wählen.</translation>
    </message>
    <message>
        <source>Choose one of the same place, or check its CRS.</source>
        <translation>Eines desselben Gebiets wählen, oder das KBS prüfen.</translation>
    </message>
    <message>
        <source>Choose one of: {0}.</source>
        <translation>Eines wählen: {0}.</translation>
    </message>
    <message>
        <source>Choose other limits, or another start.</source>
        <translation>Andere Grenzen oder einen anderen Startpunkt wählen.</translation>
    </message>
    <message>
        <source>Choose other starts.</source>
        <translation>Andere Startpunkte wählen.</translation>
    </message>
    <message>
        <source>Choose out-of-core or the CPU, or close other programs that use the GPU.</source>
        <translation>Blockweise oder die CPU wählen, oder andere Programme schließen, die die GPU benutzen.</translation>
    </message>
    <message>
        <source>Choose smaller blocks or the CPU, or close other programs that use it.</source>
        <translation>Kleinere Blöcke oder die CPU wählen, oder andere Programme schließen, die sie benutzen.</translation>
    </message>
    <message>
        <source>Choose the .co file of the graph.</source>
        <translation>Die .co-Datei des Netzes wählen.</translation>
    </message>
    <message>
        <source>Choose the CPU, or a part of the graph.</source>
        <translation>Die CPU wählen, oder einen Teil des Netzes.</translation>
    </message>
    <message>
        <source>Choose the CPU, or a partition with more levels.</source>
        <translation>Die CPU wählen, oder eine Partition mit mehr Ebenen.</translation>
    </message>
    <message>
        <source>Choose the CPU, or auto.</source>
        <translation>Die CPU wählen, oder automatisch.</translation>
    </message>
    <message>
        <source>Choose the CPU.</source>
        <translation>Die CPU wählen.</translation>
    </message>
    <message>
        <source>Choose {0} m or more.</source>
        <translation>{0} m oder mehr wählen.</translation>
    </message>
    <message>
        <source>Choose {0} or {1}.</source>
        <translation>{0} oder {1} wählen.</translation>
    </message>
    <message>
        <source>Choose {0}.</source>
        <translation>{0} wählen.</translation>
    </message>
    <message>
        <source>Close it there, or choose another place.</source>
        <translation>Dort schließen, oder einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Close other programs, choose out-of-core, or cut the raster to a smaller part.</source>
        <translation>Andere Programme schließen, blockweise wählen, oder das Raster kleiner zuschneiden.</translation>
    </message>
    <message>
        <source>Close roads</source>
        <translation>Straßen sperren</translation>
    </message>
    <message>
        <source>Cloud optimised GeoTIFF</source>
        <translation>Cloud-optimiertes GeoTIFF</translation>
    </message>
    <message>
        <source>Colours of {0}, by Isofront</source>
        <translation>Farben von {0}, von Isofront</translation>
    </message>
    <message>
        <source>Columns are options of `solve`.</source>
        <translation>Spalten sind Optionen von `solve`.</translation>
    </message>
    <message>
        <source>Compare times with times.</source>
        <translation>Zeiten mit Zeiten vergleichen.</translation>
    </message>
    <message>
        <source>Compare two of a kind.</source>
        <translation>Zwei derselben Art vergleichen.</translation>
    </message>
    <message>
        <source>Correct it there.</source>
        <translation>Dort berichtigen.</translation>
    </message>
    <message>
        <source>Correct the coordinates, or fetch the file again.</source>
        <translation>Die Koordinaten berichtigen, oder die Datei neu beschaffen.</translation>
    </message>
    <message>
        <source>Correct the file, or fetch it again.</source>
        <translation>Die Datei berichtigen, oder neu beschaffen.</translation>
    </message>
    <message>
        <source>Correct the header, or fetch it again.</source>
        <translation>Den Kopf berichtigen, oder neu beschaffen.</translation>
    </message>
    <message>
        <source>Correct the node or leave it out.</source>
        <translation>Den Knoten berichtigen oder weglassen.</translation>
    </message>
    <message>
        <source>CuPy does not load ({0}). Install {1} again.</source>
        <translation>CuPy lädt nicht ({0}). {1} neu installieren.</translation>
    </message>
    <message>
        <source>Cut out a part with gdal_translate.</source>
        <translation>Mit gdal_translate einen Teil ausschneiden.</translation>
    </message>
    <message>
        <source>Cut out a part, or re-project it yourself with gdalwarp.</source>
        <translation>Einen Teil ausschneiden, oder selbst mit gdalwarp umprojizieren.</translation>
    </message>
    <message>
        <source>Cut the raster to a smaller part.</source>
        <translation>Das Raster kleiner zuschneiden.</translation>
    </message>
    <message>
        <source>Cut the raster, or burn the roads into it: {0} can be joined.</source>
        <translation>Das Raster zuschneiden, oder die Straßen einbrennen: {0} können verbunden werden.</translation>
    </message>
    <message>
        <source>Cut the raster, or make its cells larger: {0} can be.</source>
        <translation>Das Raster zuschneiden, oder seine Zellen vergrößern: {0} sind möglich.</translation>
    </message>
    <message>
        <source>DIMACS .gr, PACE .gr, Matrix Market, OSMnx GraphML, OSM PBF or XML, or a layer of lines</source>
        <translation>DIMACS .gr, PACE .gr, Matrix Market, OSMnx GraphML, OSM PBF oder XML, oder ein Layer mit Linien</translation>
    </message>
    <message>
        <source>DTED elevation</source>
        <translation>DTED-Höhen</translation>
    </message>
    <message>
        <source>Dask is not installed ({0})</source>
        <translation>Dask ist nicht installiert ({0})</translation>
    </message>
    <message>
        <source>Did you mean {0}?</source>
        <translation>Ist {0} gemeint?</translation>
    </message>
    <message>
        <source>Divide it.</source>
        <translation>Aufteilen.</translation>
    </message>
    <message>
        <source>Draw across a road.</source>
        <translation>Über eine Straße zeichnen.</translation>
    </message>
    <message>
        <source>Draw it again.</source>
        <translation>Neu zeichnen.</translation>
    </message>
    <message>
        <source>Draw one first.</source>
        <translation>Zuerst eine zeichnen.</translation>
    </message>
    <message>
        <source>Draw over a road first.</source>
        <translation>Zuerst über eine Straße zeichnen.</translation>
    </message>
    <message>
        <source>Draw over the roads to close.</source>
        <translation>Über die zu sperrenden Straßen zeichnen.</translation>
    </message>
    <message>
        <source>ENVI raster</source>
        <translation>ENVI-Raster</translation>
    </message>
    <message>
        <source>ERDAS Imagine raster</source>
        <translation>ERDAS-Imagine-Raster</translation>
    </message>
    <message>
        <source>ESRI ASCII grid</source>
        <translation>ESRI-ASCII-Raster</translation>
    </message>
    <message>
        <source>ESRI Shapefile</source>
        <translation>ESRI-Shapefile</translation>
    </message>
    <message>
        <source>ESRI binary grid</source>
        <translation>binäres ESRI-Raster</translation>
    </message>
    <message>
        <source>ESRI float grid</source>
        <translation>ESRI-Float-Raster</translation>
    </message>
    <message>
        <source>ESRI {0} raster</source>
        <translation>ESRI-{0}-Raster</translation>
    </message>
    <message>
        <source>Each reached cell holds the least time in which a straight line comes to it from a start, from a neighbour, or from a point between two neighbours</source>
        <translation>Jede erreichte Zelle hat die kürzeste Zeit, in der eine gerade Linie von einem Startpunkt, von einem Nachbarn oder von einem Punkt zwischen zwei Nachbarn zu ihr kommt</translation>
    </message>
    <message>
        <source>Each reached cell holds the least time that a neighbour and the step from it give</source>
        <translation>Jede erreichte Zelle hat die kürzeste Zeit, die ein Nachbar und der Schritt von ihm ergeben</translation>
    </message>
    <message>
        <source>Esri ASCII grid</source>
        <translation>Esri-ASCII-Raster</translation>
    </message>
    <message>
        <source>Every one of its {0} rows must hold {1} values.</source>
        <translation>Jede seiner {0} Zeilen muss {1} Werte enthalten.</translation>
    </message>
    <message>
        <source>Every start within the limit holds its delay, or less</source>
        <translation>Jeder Startpunkt innerhalb der Grenze hat seine Verzögerung oder weniger</translation>
    </message>
    <message>
        <source>Every start within the limit holds its delay, or less, and every cell around it the time of the straight line there, or less</source>
        <translation>Jeder Startpunkt innerhalb der Grenze hat seine Verzögerung oder weniger, und jede Zelle um ihn die Zeit der geraden Linie dorthin oder weniger</translation>
    </message>
    <message>
        <source>Every time is explained by a way from a start</source>
        <translation>Jede Zeit ist durch einen Weg von einem Startpunkt erklärt</translation>
    </message>
    <message>
        <source>Every vertex holds the least time of the arcs that lead to it</source>
        <translation>Jeder Knoten hat die kürzeste Zeit der Kanten, die zu ihm führen</translation>
    </message>
    <message>
        <source>Fetch it again, or take it away.</source>
        <translation>Neu beschaffen, oder wegnehmen.</translation>
    </message>
    <message>
        <source>Fetch it again, or unpack it if you know what it holds.</source>
        <translation>Neu beschaffen, oder entpacken, wenn bekannt ist, was es enthält.</translation>
    </message>
    <message>
        <source>Fetch it again.</source>
        <translation>Neu beschaffen.</translation>
    </message>
    <message>
        <source>Fetch it again; a Shapefile needs its .shx and .dbf beside it.</source>
        <translation>Neu beschaffen; ein Shapefile braucht .shx und .dbf neben sich.</translation>
    </message>
    <message>
        <source>Fetch or write it again.</source>
        <translation>Neu beschaffen oder neu schreiben.</translation>
    </message>
    <message>
        <source>Fetch the archive again.</source>
        <translation>Das Archiv neu beschaffen.</translation>
    </message>
    <message>
        <source>FlatGeobuf</source>
        <translation>FlatGeobuf</translation>
    </message>
    <message>
        <source>FlatGeobuf of roads</source>
        <translation>FlatGeobuf der Straßen</translation>
    </message>
    <message>
        <source>Free some space there.</source>
        <translation>Dort Platz schaffen.</translation>
    </message>
    <message>
        <source>GDAL virtual raster</source>
        <translation>virtuelles GDAL-Raster</translation>
    </message>
    <message>
        <source>GPX holds longitudes and latitudes, and it is not known where the map lies</source>
        <translation>GPX enthält Längen und Breiten, und es ist nicht bekannt, wo die Karte liegt</translation>
    </message>
    <message>
        <source>GRASS ASCII grid</source>
        <translation>GRASS-ASCII-Raster</translation>
    </message>
    <message>
        <source>GeoJSON</source>
        <translation>GeoJSON</translation>
    </message>
    <message>
        <source>GeoJSON of roads</source>
        <translation>GeoJSON der Straßen</translation>
    </message>
    <message>
        <source>GeoPackage</source>
        <translation>GeoPackage</translation>
    </message>
    <message>
        <source>GeoPackage of roads</source>
        <translation>GeoPackage der Straßen</translation>
    </message>
    <message>
        <source>GeoTIFF</source>
        <translation>GeoTIFF</translation>
    </message>
    <message>
        <source>Give &quot;tobler&quot;, &quot;bicycle&quot;, &quot;none&quot; or pairs such as [[-10, 1.2], [0, 1]].</source>
        <translation>&quot;tobler&quot;, &quot;bicycle&quot;, &quot;none&quot; oder Paare wie [[-10, 1.2], [0, 1]] angeben.</translation>
    </message>
    <message>
        <source>Give #rrggbb.</source>
        <translation>#rrggbb angeben.</translation>
    </message>
    <message>
        <source>Give --coordinates, or another file.</source>
        <translation>--coordinates angeben, oder eine andere Datei.</translation>
    </message>
    <message>
        <source>Give --zero-speed-kmh, or another --band or --units.</source>
        <translation>--zero-speed-kmh angeben, oder ein anderes --band oder --units.</translation>
    </message>
    <message>
        <source>Give -90 to 90.</source>
        <translation>-90 bis 90 angeben.</translation>
    </message>
    <message>
        <source>Give 0 for all that is free.</source>
        <translation>0 angeben für alles, was frei ist.</translation>
    </message>
    <message>
        <source>Give 0 for unknown, or what it measures.</source>
        <translation>0 für unbekannt angeben, oder was es misst.</translation>
    </message>
    <message>
        <source>Give 0 metres or more.</source>
        <translation>0 Meter oder mehr angeben.</translation>
    </message>
    <message>
        <source>Give 0 or more.</source>
        <translation>0 oder mehr angeben.</translation>
    </message>
    <message>
        <source>Give 0 s or more.</source>
        <translation>0 s oder mehr angeben.</translation>
    </message>
    <message>
        <source>Give 0 to 1.</source>
        <translation>0 bis 1 angeben.</translation>
    </message>
    <message>
        <source>Give 0 to keep barriers, or a positive speed.</source>
        <translation>0 angeben, um Barrieren zu behalten, oder eine positive Geschwindigkeit.</translation>
    </message>
    <message>
        <source>Give 0 to switch, 1 for all elements always, 2 for lists always.</source>
        <translation>0 angeben zum Wechseln, 1 für immer alle Elemente, 2 für immer Listen.</translation>
    </message>
    <message>
        <source>Give 0 to {0} (0.2: two speeds in three within a fifth).</source>
        <translation>0 bis {0} angeben (0.2: zwei von drei Geschwindigkeiten innerhalb eines Fünftels).</translation>
    </message>
    <message>
        <source>Give 0 to {0} states.</source>
        <translation>0 bis {0} Zustände angeben.</translation>
    </message>
    <message>
        <source>Give 0 to {0}.</source>
        <translation>0 bis {0} angeben.</translation>
    </message>
    <message>
        <source>Give 1 or 0.</source>
        <translation>1 oder 0 angeben.</translation>
    </message>
    <message>
        <source>Give 1 or more.</source>
        <translation>1 oder mehr angeben.</translation>
    </message>
    <message>
        <source>Give 1 to {0} (50).</source>
        <translation>1 bis {0} angeben (50).</translation>
    </message>
    <message>
        <source>Give 1 to {0}.</source>
        <translation>1 bis {0} angeben.</translation>
    </message>
    <message>
        <source>Give DEGREES=FACTOR, as in -30=2.</source>
        <translation>GRAD=FAKTOR angeben, etwa -30=2.</translation>
    </message>
    <message>
        <source>Give X,Y, or --starts FILE.</source>
        <translation>X,Y angeben, oder --starts DATEI.</translation>
    </message>
    <message>
        <source>Give X,Y.</source>
        <translation>X,Y angeben.</translation>
    </message>
    <message>
        <source>Give [[0, 5.0], …].</source>
        <translation>[[0, 5.0], …] angeben.</translation>
    </message>
    <message>
        <source>Give a GeoJSON, GeoPackage, Shapefile or KML.</source>
        <translation>GeoJSON, GeoPackage, Shapefile oder KML angeben.</translation>
    </message>
    <message>
        <source>Give a GeoPackage, GeoJSON, Shapefile or CSV.</source>
        <translation>GeoPackage, GeoJSON, Shapefile oder CSV angeben.</translation>
    </message>
    <message>
        <source>Give a above 0, b of 0 or more, d and the threshold of 0 or less, lambda of 0 or more.</source>
        <translation>a über 0 angeben, b von 0 oder mehr, d und die Schwelle (threshold) von 0 oder weniger, lambda von 0 oder mehr.</translation>
    </message>
    <message>
        <source>Give a graph with coordinates.</source>
        <translation>Ein Netz mit Koordinaten angeben.</translation>
    </message>
    <message>
        <source>Give a metric in JSON.</source>
        <translation>Ein Kostenmodell in JSON angeben.</translation>
    </message>
    <message>
        <source>Give a nested partition.</source>
        <translation>Eine geschachtelte Partition angeben.</translation>
    </message>
    <message>
        <source>Give a number of seconds.</source>
        <translation>Eine Zahl von Sekunden angeben.</translation>
    </message>
    <message>
        <source>Give a number, 0 or more.</source>
        <translation>Eine Zahl angeben, 0 oder mehr.</translation>
    </message>
    <message>
        <source>Give a number.</source>
        <translation>Eine Zahl angeben.</translation>
    </message>
    <message>
        <source>Give a positive distance, and a speed of 0 or more.</source>
        <translation>Einen positiven Abstand angeben, und eine Geschwindigkeit von 0 oder mehr.</translation>
    </message>
    <message>
        <source>Give a positive distance.</source>
        <translation>Einen positiven Abstand angeben.</translation>
    </message>
    <message>
        <source>Give a positive size.</source>
        <translation>Eine positive Größe angeben.</translation>
    </message>
    <message>
        <source>Give a power of two, {0} or more, such as 1024.</source>
        <translation>Eine Zweierpotenz ab {0} angeben, etwa 1024.</translation>
    </message>
    <message>
        <source>Give a size above 0, below {0}.</source>
        <translation>Eine Größe über 0 angeben, unter {0}.</translation>
    </message>
    <message>
        <source>Give a whole number, {0} to {1}.</source>
        <translation>Eine ganze Zahl von {0} bis {1} angeben.</translation>
    </message>
    <message>
        <source>Give width_m (--water-width, --barrier-width).</source>
        <translation>Die Breite in Metern angeben (width_m).</translation>
    </message>
    <message>
        <source>Give {0}.</source>
        <translation>{0} angeben.</translation>
    </message>
    <message>
        <source>Keep its grid: --reproject none. Or re-project it yourself with gdalwarp.</source>
        <translation>Das Raster behalten: --reproject none. Oder selbst mit gdalwarp umprojizieren.</translation>
    </message>
    <message>
        <source>Leave it out, or choose an algorithm and --backend that use the GPU.</source>
        <translation>Sie weglassen, oder ein Verfahren und --backend wählen, die die GPU benutzen.</translation>
    </message>
    <message>
        <source>Name the raster that it is made of.</source>
        <translation>Das Raster nennen, aus dem es besteht.</translation>
    </message>
    <message>
        <source>No input names a CRS: coordinates count as metres, of no known place.</source>
        <translation>Keine Eingabe nennt ein KBS: Koordinaten zählen als Meter, an keinem bekannten Ort.</translation>
    </message>
    <message>
        <source>One side may be {0} times the other: resample the raster, or choose geometry=eight.</source>
        <translation>Eine Seite darf das {0}-Fache der anderen sein: das Raster umrechnen oder geometry=eight wählen.</translation>
    </message>
    <message>
        <source>Give a raster or a vector file that GDAL reads, or MBTiles with pictures.</source>
        <translation>Ein Raster oder eine Vektordatei angeben, die GDAL liest, oder MBTiles mit Bildern.</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; beyond the strip</source>
        <translation>„{0}“ jenseits des Streifens</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no CRS</source>
        <translation>„{0}“ ist kein KBS</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no key of a recipe</source>
        <translation>„{0}“ ist kein Schlüssel eines Rezepts</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no land cover that is known</source>
        <translation>„{0}“ ist keine bekannte Landbedeckung</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no type</source>
        <translation>„{0}“ ist kein Typ</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no vehicle</source>
        <translation>„{0}“ ist kein Fahrzeug</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is no {1}</source>
        <translation>„{0}“ ist kein Wert für {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a limit here</source>
        <translation>„{0}“ ist hier keine Grenze</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is the name of no file on this machine</source>
        <translation>„{0}“ ist der Name keiner Datei auf diesem Rechner</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; roads over water</source>
        <translation>„{0}“ für Straßen über Wasser</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; stands there twice</source>
        <translation>„{0}“ steht dort zweimal</translation>
    </message>
    <message>
        <source>A recipe says schema = &quot;{0}&quot;.</source>
        <translation>In einem Rezept steht schema = &quot;{0}&quot;.</translation>
    </message>
    <message>
        <source>A vehicle is opened by Vehicle ▸ From file…, or given to --metric.</source>
        <translation>Ein Fahrzeug wird mit Fahrzeug ▸ Aus Datei… geöffnet oder --metric gegeben.</translation>
    </message>
    <message>
        <source>Add edits</source>
        <translation>Änderungen hinzufügen</translation>
    </message>
    <message>
        <source>Add it.</source>
        <translation>Ergänzen.</translation>
    </message>
    <message>
        <source>Add them to the table, or say landcover.unlisted = &quot;missing&quot;.</source>
        <translation>Sie in die Tabelle aufnehmen, oder landcover.unlisted = &quot;missing&quot; angeben.</translation>
    </message>
    <message>
        <source>Call it one of {0}, or give it a [[landcover.class]].</source>
        <translation>Eine davon nennen: {0}, oder ihr eine [[landcover.class]] geben.</translation>
    </message>
    <message>
        <source>Check its numbers and their unit.</source>
        <translation>Die Zahlen und ihre Einheit prüfen.</translation>
    </message>
    <message>
        <source>Check the unit of the extent and of the cell.</source>
        <translation>Die Einheit von Ausdehnung und Zelle prüfen.</translation>
    </message>
    <message>
        <source>Check your rights.</source>
        <translation>Die Rechte prüfen.</translation>
    </message>
    <message>
        <source>Choose float32, or a maximum speed.</source>
        <translation>float32 oder eine Höchstgeschwindigkeit wählen.</translation>
    </message>
    <message>
        <source>Choose float32, or write .bil.</source>
        <translation>float32 wählen, oder .bil schreiben.</translation>
    </message>
    <message>
        <source>Choose one with heights there, or correct its no data value.</source>
        <translation>Eines mit Höhen dort wählen oder seinen NoData-Wert berichtigen.</translation>
    </message>
    <message>
        <source>Choose the CPU, geometry={0}, or the slope model none.</source>
        <translation>Die CPU wählen, geometry={0} oder das Steigungsmodell none.</translation>
    </message>
    <message>
        <source>Choose uint8 or float32, or write .tif.</source>
        <translation>uint8 oder float32 wählen, oder .tif schreiben.</translation>
    </message>
    <message>
        <source>Choose {0}, or the slope model none.</source>
        <translation>{0} oder das Steigungsmodell none wählen.</translation>
    </message>
    <message>
        <source>Cut out the part to be edited, as by gdal_translate -projwin, and put the edited one back with gdalwarp.</source>
        <translation>Den zu ändernden Teil ausschneiden, etwa mit gdal_translate -projwin, und den geänderten mit gdalwarp wieder einsetzen.</translation>
    </message>
    <message>
        <source>Delete one first.</source>
        <translation>Zuerst eines löschen.</translation>
    </message>
    <message>
        <source>Did you mean &apos;{0}&apos;?</source>
        <translation>Ist „{0}“ gemeint?</translation>
    </message>
    <message>
        <source>Did you mean {0}? </source>
        <translation>Ist {0} gemeint? </translation>
    </message>
    <message>
        <source>Draw over the raster.</source>
        <translation>Über dem Raster zeichnen.</translation>
    </message>
    <message>
        <source>Fetch it, and name the file.</source>
        <translation>Sie herunterladen und die Datei nennen.</translation>
    </message>
    <message>
        <source>Flood ground</source>
        <translation>Boden füllen</translation>
    </message>
    <message>
        <source>Give 0 (closed) to 10.</source>
        <translation>0 (gesperrt) bis 10 angeben.</translation>
    </message>
    <message>
        <source>Give 0 for true places, or 0.125 for those of GDAL&apos;s warp.</source>
        <translation>0 für die genaue Lage angeben, oder 0.125 für die von GDAL.</translation>
    </message>
    <message>
        <source>Give 0 for what is closed.</source>
        <translation>0 angeben für das, was gesperrt ist.</translation>
    </message>
    <message>
        <source>Give 0 s to {0} s.</source>
        <translation>0 s bis {0} s angeben.</translation>
    </message>
    <message>
        <source>Give 0 to 10.</source>
        <translation>0 bis 10 angeben.</translation>
    </message>
    <message>
        <source>Give 0 to 100000.</source>
        <translation>0 bis 100000 angeben.</translation>
    </message>
    <message>
        <source>Give 0 to 90 degrees.</source>
        <translation>0 bis 90 Grad angeben.</translation>
    </message>
    <message>
        <source>Give 0 to {0} km/h.</source>
        <translation>0 bis {0} km/h angeben.</translation>
    </message>
    <message>
        <source>Give 1 to 100000.</source>
        <translation>1 bis 100000 angeben.</translation>
    </message>
    <message>
        <source>Give 254 at most.</source>
        <translation>Höchstens 254 angeben.</translation>
    </message>
    <message>
        <source>Give [[0, 5.0], [35, 0.0]], say.</source>
        <translation>Etwa [[0, 5.0], [35, 0.0]] angeben.</translation>
    </message>
    <message>
        <source>Give a CSV with code,name,factor.</source>
        <translation>Eine CSV mit code,name,factor angeben.</translation>
    </message>
    <message>
        <source>Give a greater one.</source>
        <translation>Einen größeren angeben.</translation>
    </message>
    <message>
        <source>Give a number, or one with {0}.</source>
        <translation>Eine Zahl angeben, oder eine mit {0}.</translation>
    </message>
    <message>
        <source>Give a preset, a table or [[landcover.class]].</source>
        <translation>Eine Vorlage (preset), eine Tabelle (table) oder [[landcover.class]] angeben.</translation>
    </message>
    <message>
        <source>Give a recipe: a .toml.</source>
        <translation>Ein Rezept angeben: eine .toml.</translation>
    </message>
    <message>
        <source>Give a row a code.</source>
        <translation>Einer Zeile einen Code geben.</translation>
    </message>
    <message>
        <source>Give a row for each.</source>
        <translation>Für jede eine Zeile angeben.</translation>
    </message>
    <message>
        <source>Give a shorter time limit.</source>
        <translation>Eine kürzere Zeitgrenze angeben.</translation>
    </message>
    <message>
        <source>Give a smaller c, or a threshold nearer to 0.</source>
        <translation>Ein kleineres c angeben, oder eine Schwelle (threshold) näher an 0.</translation>
    </message>
    <message>
        <source>Give a smaller number.</source>
        <translation>Eine kleinere Zahl angeben.</translation>
    </message>
    <message>
        <source>Give a table of settings.</source>
        <translation>Eine Tabelle von Einstellungen angeben.</translation>
    </message>
    <message>
        <source>Give a time of 0 s or more that is finite.</source>
        <translation>Eine endliche Zeit von 0 s oder mehr angeben.</translation>
    </message>
    <message>
        <source>Give a time that is finite.</source>
        <translation>Eine endliche Zeit angeben.</translation>
    </message>
    <message>
        <source>Give a whole number from 0.</source>
        <translation>Eine ganze Zahl ab 0 angeben.</translation>
    </message>
    <message>
        <source>Give a whole number of MiB, 1 or more.</source>
        <translation>Eine ganze Zahl von MiB angeben, 1 oder mehr.</translation>
    </message>
    <message>
        <source>Give a whole number.</source>
        <translation>Eine ganze Zahl angeben.</translation>
    </message>
    <message>
        <source>Give all rasters a CRS, with gdal_edit.py -a_srs EPSG:… or a .prj.</source>
        <translation>Allen Rastern ein KBS geben, mit gdal_edit.py -a_srs EPSG:… oder einer .prj.</translation>
    </message>
    <message>
        <source>Give an array for each part, or one of the host.</source>
        <translation>Je Teil ein Array angeben, oder eines des Hosts.</translation>
    </message>
    <message>
        <source>Give an elevation, or leave level_m out.</source>
        <translation>Höhen angeben, oder level_m weglassen.</translation>
    </message>
    <message>
        <source>Give at least 1.</source>
        <translation>Mindestens 1 angeben.</translation>
    </message>
    <message>
        <source>Give at least {0} m.</source>
        <translation>Mindestens {0} m angeben.</translation>
    </message>
    <message>
        <source>Give at most {0}.</source>
        <translation>Höchstens {0} angeben.</translation>
    </message>
    <message>
        <source>Give back the file of before, or re-project it with gdalwarp.</source>
        <translation>Die frühere Datei zurücklegen, oder sie mit gdalwarp umprojizieren.</translation>
    </message>
    <message>
        <source>Give both a CRS, or remove it from both.</source>
        <translation>Beiden ein KBS geben, oder es beiden nehmen.</translation>
    </message>
    <message>
        <source>Give both.</source>
        <translation>Beides angeben.</translation>
    </message>
    <message>
        <source>Give cell = 30, say.</source>
        <translation>Etwa cell = 30 angeben.</translation>
    </message>
    <message>
        <source>Give crs, cell and extent.</source>
        <translation>KBS (crs), Zellgröße (cell) und Ausdehnung (extent) angeben.</translation>
    </message>
    <message>
        <source>Give degrees and factors.</source>
        <translation>Grade und Faktoren angeben.</translation>
    </message>
    <message>
        <source>Give degrees and values.</source>
        <translation>Grade und Werte angeben.</translation>
    </message>
    <message>
        <source>Give degrees, 0 to 90.</source>
        <translation>Grade von 0 bis 90 angeben.</translation>
    </message>
    <message>
        <source>Give each code one class.</source>
        <translation>Jedem Code eine Klasse geben.</translation>
    </message>
    <message>
        <source>Give each place as one point.</source>
        <translation>Jeden Ort als einen Punkt angeben.</translation>
    </message>
    <message>
        <source>Give each point a steeper slope.</source>
        <translation>Jedem Punkt eine steilere Neigung geben.</translation>
    </message>
    <message>
        <source>Give elevation, landcover, roads or speed: one of them at least.</source>
        <translation>elevation, landcover, roads oder speed angeben: mindestens eines davon.</translation>
    </message>
    <message>
        <source>Give fewer starts, or fewer bands.</source>
        <translation>Weniger Startpunkte oder weniger Stufen angeben.</translation>
    </message>
    <message>
        <source>Give file = … or a table fractions, one of them.</source>
        <translation>file = … oder eine Tabelle fractions angeben, eines von beiden.</translation>
    </message>
    <message>
        <source>Give finite numbers.</source>
        <translation>Endliche Zahlen angeben.</translation>
    </message>
    <message>
        <source>Give ids of ways as the road file has them (OSM way ids).</source>
        <translation>Nummern von Wegen angeben, wie die Straßendatei sie hat (OSM-Wegnummern).</translation>
    </message>
    <message>
        <source>Give inputs of one place, or another grid.extent.</source>
        <translation>Eingaben eines Ortes angeben, oder eine andere Ausdehnung (grid.extent).</translation>
    </message>
    <message>
        <source>Give inputs of one place, or check its CRS.</source>
        <translation>Eingaben eines Ortes angeben, oder das KBS prüfen.</translation>
    </message>
    <message>
        <source>Give it a CRS first.</source>
        <translation>Ihm zuerst ein KBS geben.</translation>
    </message>
    <message>
        <source>Give it another.</source>
        <translation>Ihm ein anderes geben.</translation>
    </message>
    <message>
        <source>Give it one.</source>
        <translation>Ihm eines geben.</translation>
    </message>
    <message>
        <source>Give km/h, or say {0}.</source>
        <translation>km/h angeben, oder {0}.</translation>
    </message>
    <message>
        <source>Give left, bottom, right, top.</source>
        <translation>Links, unten, rechts, oben angeben.</translation>
    </message>
    <message>
        <source>Give limits between {0} and {1}.</source>
        <translation>Grenzen zwischen {0} und {1} angeben.</translation>
    </message>
    <message>
        <source>Give limits such as {0}{1}.</source>
        <translation>Grenzen wie {0}{1} angeben.</translation>
    </message>
    <message>
        <source>Give local:3, say.</source>
        <translation>Zum Beispiel local:3 angeben.</translation>
    </message>
    <message>
        <source>Give lon,lat.</source>
        <translation>lon,lat angeben.</translation>
    </message>
    <message>
        <source>Give metres above 0.</source>
        <translation>Meter über 0 angeben.</translation>
    </message>
    <message>
        <source>Give metres.</source>
        <translation>Meter angeben.</translation>
    </message>
    <message>
        <source>Give more memory or smaller blocks.</source>
        <translation>Mehr Speicher oder kleinere Blöcke angeben.</translation>
    </message>
    <message>
        <source>Give more than 0 and at most {0} metres.</source>
        <translation>Mehr als 0 und höchstens {0} Meter angeben.</translation>
    </message>
    <message>
        <source>Give more than 0 m.</source>
        <translation>Mehr als 0 m angeben.</translation>
    </message>
    <message>
        <source>Give more than 0, -1 for closed.</source>
        <translation>Mehr als 0 angeben, -1 für gesperrt.</translation>
    </message>
    <message>
        <source>Give more than 0, at most 100.</source>
        <translation>Mehr als 0 angeben, höchstens 100.</translation>
    </message>
    <message>
        <source>Give more than 0, up to 1.</source>
        <translation>Mehr als 0 angeben, bis 1.</translation>
    </message>
    <message>
        <source>Give more than 0.</source>
        <translation>Mehr als 0 angeben.</translation>
    </message>
    <message>
        <source>Give more than 0; a surface factor of 0 closes.</source>
        <translation>Mehr als 0 angeben; ein Belagsfaktor von 0 sperrt.</translation>
    </message>
    <message>
        <source>Give numbers.</source>
        <translation>Zahlen angeben.</translation>
    </message>
    <message>
        <source>Give one a question.</source>
        <translation>Je Frage eines angeben.</translation>
    </message>
    <message>
        <source>Give one of {0}.</source>
        <translation>Eines von diesen angeben: {0}.</translation>
    </message>
    <message>
        <source>Give one of: {0}.</source>
        <translation>Eines davon angeben: {0}.</translation>
    </message>
    <message>
        <source>Give one speed per code, or none for float32.</source>
        <translation>Je Code eine Geschwindigkeit angeben, oder keine bei float32.</translation>
    </message>
    <message>
        <source>Give one, or water = true.</source>
        <translation>Einen angeben, oder water = true.</translation>
    </message>
    <message>
        <source>Give one, or water = yes.</source>
        <translation>Einen angeben, oder water = yes.</translation>
    </message>
    <message>
        <source>Give one, such as 0.5.</source>
        <translation>Eine angeben, etwa 0.5.</translation>
    </message>
    <message>
        <source>Give pairs of degrees, ascending within -90 to 90, and factors above 0.</source>
        <translation>Paare aus Graden, aufsteigend von -90 bis 90, und Faktoren über 0 angeben.</translation>
    </message>
    <message>
        <source>Give pairs of percent and speed factor, such as [[-10, 1.2], [0, 1]].</source>
        <translation>Paare von Prozent und Faktor der Geschwindigkeit angeben, etwa [[-10, 1.2], [0, 1]].</translation>
    </message>
    <message>
        <source>Give percent, 0 to 100: gdal_calc.py --calc=&apos;A*100.0&apos; makes them.</source>
        <translation>Prozent angeben, 0 bis 100: gdal_calc.py --calc=&apos;A*100.0&apos; macht sie daraus.</translation>
    </message>
    <message>
        <source>Give positive limits in ascending order, each once.</source>
        <translation>Positive Grenzen aufsteigend angeben, jede einmal.</translation>
    </message>
    <message>
        <source>Give roads that have a place.</source>
        <translation>Straßen mit Koordinaten angeben.</translation>
    </message>
    <message>
        <source>Give rows × columns, both ≥ 1.</source>
        <translation>Zeilen × Spalten angeben, beide ≥ 1.</translation>
    </message>
    <message>
        <source>Give seconds, 0 or more.</source>
        <translation>Sekunden angeben, 0 oder mehr.</translation>
    </message>
    <message>
        <source>Give six numbers from 0 to 8.</source>
        <translation>Sechs Zahlen von 0 bis 8 angeben.</translation>
    </message>
    <message>
        <source>Give tables.</source>
        <translation>Tabellen angeben.</translation>
    </message>
    <message>
        <source>Give texts.</source>
        <translation>Texte angeben.</translation>
    </message>
    <message>
        <source>Give the columns {0}.</source>
        <translation>Die Spalten {0} angeben.</translation>
    </message>
    <message>
        <source>Give the number of a GPU, 0 or more.</source>
        <translation>Die Nummer einer GPU angeben, 0 oder mehr.</translation>
    </message>
    <message>
        <source>Give the roads in a polar CRS in metres.</source>
        <translation>Die Straßen in einem polaren KBS in Metern angeben.</translation>
    </message>
    <message>
        <source>Give the starts in its own coordinates, without --start-crs.</source>
        <translation>Die Startpunkte in den eigenen Koordinaten angeben, ohne --start-crs.</translation>
    </message>
    <message>
        <source>Give the starts without --start-crs.</source>
        <translation>Die Startpunkte ohne --start-crs angeben.</translation>
    </message>
    <message>
        <source>Give times as `isofront solve --out` writes them.</source>
        <translation>Zeiten angeben, wie `isofront solve --out` sie schreibt.</translation>
    </message>
    <message>
        <source>Give times as `isofront solve` writes them.</source>
        <translation>Zeiten angeben, wie `isofront solve` sie schreibt.</translation>
    </message>
    <message>
        <source>Give two numbers, such as 12.5, 41.9.</source>
        <translation>Zwei Zahlen angeben, etwa 12.5, 41.9.</translation>
    </message>
    <message>
        <source>Give two numbers: degrees, -90 to 90, and what multiplies the time.</source>
        <translation>Zwei Zahlen angeben: Grade von -90 bis 90, und womit die Zeit malzunehmen ist.</translation>
    </message>
    <message>
        <source>Give two or more, such as `0,1` and `20,3`.</source>
        <translation>Zwei oder mehr angeben, etwa `0,1` und `20,3`.</translation>
    </message>
    <message>
        <source>Give whole numbers.</source>
        <translation>Ganze Zahlen angeben.</translation>
    </message>
    <message>
        <source>Give x and y.</source>
        <translation>x und y angeben.</translation>
    </message>
    <message>
        <source>Give x, y and delay_s as numbers.</source>
        <translation>x, y und delay_s als Zahlen angeben.</translation>
    </message>
    <message>
        <source>Give {0} MiB or more.</source>
        <translation>{0} MiB oder mehr angeben.</translation>
    </message>
    <message>
        <source>Give {0} at most.</source>
        <translation>Höchstens {0} angeben.</translation>
    </message>
    <message>
        <source>Give {0} for {1}.</source>
        <translation>Für {1} {0} angeben.</translation>
    </message>
    <message>
        <source>Give {0} m at most in all, or larger cells.</source>
        <translation>Insgesamt höchstens {0} m angeben, oder größere Zellen.</translation>
    </message>
    <message>
        <source>Give {0} or more, up to {1}.</source>
        <translation>{0} oder mehr angeben, bis {1}.</translation>
    </message>
    <message>
        <source>Give {0} to {1}.</source>
        <translation>{0} bis {1} angeben.</translation>
    </message>
    <message>
        <source>Give {0}, as in naismith:lambda=1,a=0.72.</source>
        <translation>{0} angeben, wie in naismith:lambda=1,a=0.72.</translation>
    </message>
    <message>
        <source>Heights are in feet, and were taken for {0} m each.</source>
        <translation>Höhen sind in Fuß und wurden zu je {0} m genommen.</translation>
    </message>
    <message>
        <source>Hide edit</source>
        <translation>Änderung ausblenden</translation>
    </message>
    <message>
        <source>If you trust it, follow its links: {0}.</source>
        <translation>Wenn ihr zu trauen ist, ihren Verweisen folgen: {0}.</translation>
    </message>
    <message>
        <source>If you trust it, let it: {0}.</source>
        <translation>Wenn ihm zu trauen ist, es zulassen: {0}.</translation>
    </message>
    <message>
        <source>Importing the text grid</source>
        <translation>Textraster wird importiert</translation>
    </message>
    <message>
        <source>In its CRS their x runs from {0} to {1} and their y from {2} to {3}; those of the raster from {4} to {5} and from {6} to {7}.</source>
        <translation>In seinem KBS läuft ihr x von {0} bis {1} und ihr y von {2} bis {3}; das des Rasters von {4} bis {5} und von {6} bis {7}.</translation>
    </message>
    <message>
        <source>Install a newer Isofront.</source>
        <translation>Ein neueres Isofront installieren.</translation>
    </message>
    <message>
        <source>Install ffmpeg and have it on the PATH, or write a .gif.</source>
        <translation>ffmpeg installieren und im PATH haben, oder ein .gif schreiben.</translation>
    </message>
    <message>
        <source>Install isofront[cuda12] or isofront[cuda13], or choose the CPU.</source>
        <translation>isofront[cuda12] oder isofront[cuda13] installieren, oder die CPU wählen.</translation>
    </message>
    <message>
        <source>Install the same there.</source>
        <translation>Dort dasselbe installieren.</translation>
    </message>
    <message>
        <source>It failed in this process ({0}). Restart Isofront to use it again.</source>
        <translation>Sie fiel in diesem Prozess aus ({0}). Isofront neu starten, um sie wieder zu benutzen.</translation>
    </message>
    <message>
        <source>It has none.</source>
        <translation>Es hat keine.</translation>
    </message>
    <message>
        <source>It has: {0}.</source>
        <translation>Es hat: {0}.</translation>
    </message>
    <message>
        <source>It holds {0}.</source>
        <translation>Es enthält {0}.</translation>
    </message>
    <message>
        <source>It is cut short: fetch or write it again.</source>
        <translation>Sie ist abgeschnitten: neu beschaffen oder schreiben.</translation>
    </message>
    <message>
        <source>It is no project, or it was cut short.</source>
        <translation>Es ist kein Projekt, oder es wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>It is no project.</source>
        <translation>Es ist kein Projekt.</translation>
    </message>
    <message>
        <source>It is no recipe.</source>
        <translation>Es ist kein Rezept.</translation>
    </message>
    <message>
        <source>It is not an OpenStreetMap file, or it is damaged: fetch it again.</source>
        <translation>Es ist keine OpenStreetMap-Datei, oder sie ist beschädigt: neu beschaffen.</translation>
    </message>
    <message>
        <source>It is too large for a UTM zone: cut out a part with gdalwarp{0}.</source>
        <translation>Es ist zu groß für eine UTM-Zone: mit gdalwarp einen Teil ausschneiden{0}.</translation>
    </message>
    <message>
        <source>It may be cut short, or its header wrong.</source>
        <translation>Sie kann abgeschnitten sein, oder ihr Kopf falsch.</translation>
    </message>
    <message>
        <source>It may be cut short: fetch or write it again.</source>
        <translation>Sie kann abgeschnitten sein: neu beschaffen oder schreiben.</translation>
    </message>
    <message>
        <source>It may be no raster at all: look into it, or fetch it again.</source>
        <translation>Vielleicht ist es gar kein Raster: hineinsehen, oder neu beschaffen.</translation>
    </message>
    <message>
        <source>It will be made again.</source>
        <translation>Es wird neu angelegt.</translation>
    </message>
    <message>
        <source>Its compute capability is {0}, {1} or newer is needed. Choose the CPU.</source>
        <translation>Ihre Rechenfähigkeit ist {0}, {1} oder neuer ist nötig. Die CPU wählen.</translation>
    </message>
    <message>
        <source>Its header may be wrong, or another file follows in it.</source>
        <translation>Ihr Kopf kann falsch sein, oder eine andere Datei folgt darin.</translation>
    </message>
    <message>
        <source>Its ids run from {0} to {1}.</source>
        <translation>Ihre Nummern laufen von {0} bis {1}.</translation>
    </message>
    <message>
        <source>Its x runs from {0} to {1}, its y from {2} to {3}; check the order X,Y and the CRS of the start.</source>
        <translation>Sein x läuft von {0} bis {1}, sein y von {2} bis {3}; die Reihenfolge X,Y und das KBS des Startpunkts prüfen.</translation>
    </message>
    <message>
        <source>JPEG image</source>
        <translation>JPEG-Bild</translation>
    </message>
    <message>
        <source>KML</source>
        <translation>KML</translation>
    </message>
    <message>
        <source>KML of roads</source>
        <translation>KML der Straßen</translation>
    </message>
    <message>
        <source>Keep one.</source>
        <translation>Eines behalten.</translation>
    </message>
    <message>
        <source>Known are {0}.</source>
        <translation>Bekannt sind {0}.</translation>
    </message>
    <message>
        <source>Known are: {0}.</source>
        <translation>Bekannt sind: {0}.</translation>
    </message>
    <message>
        <source>Known are: {0}{1}.</source>
        <translation>Bekannt sind: {0}{1}.</translation>
    </message>
    <message>
        <source>Leave one of them out.</source>
        <translation>Eines davon weglassen.</translation>
    </message>
    <message>
        <source>Leave the choice to Isofront.</source>
        <translation>Die Wahl Isofront überlassen.</translation>
    </message>
    <message>
        <source>Leave them out.</source>
        <translation>Weglassen.</translation>
    </message>
    <message>
        <source>Let 0 km/h count as 1 km/h (Solver panel), or check the file.</source>
        <translation>0 km/h als 1 km/h gelten lassen (Bedienfeld Berechnung), oder die Datei prüfen.</translation>
    </message>
    <message>
        <source>Let only the flattest and the steepest angles be closed.</source>
        <translation>Nur die kleinsten und die größten Winkel sperren.</translation>
    </message>
    <message>
        <source>Let places nearby be alike.</source>
        <translation>Nahe Orte als gleich behandeln.</translation>
    </message>
    <message>
        <source>Let the vehicle swim or climb, or say what cells without data are.</source>
        <translation>Das Fahrzeug schwimmen oder steigen lassen, oder sagen, was Zellen ohne Daten sind.</translation>
    </message>
    <message>
        <source>Line {0} holds {1} values where the header says {2} columns.</source>
        <translation>Zeile {0} enthält {1} Werte, wo der Kopf {2} Spalten nennt.</translation>
    </message>
    <message>
        <source>Make an overlay for them.</source>
        <translation>Dafür ein Overlay anlegen.</translation>
    </message>
    <message>
        <source>Make it first.</source>
        <translation>Zuerst anlegen.</translation>
    </message>
    <message>
        <source>Make room there, or set ISOFRONT_CACHE_DIR to another folder.</source>
        <translation>Dort Platz schaffen, oder ISOFRONT_CACHE_DIR auf einen anderen Ordner setzen.</translation>
    </message>
    <message>
        <source>Make room there, or set TMPDIR to a folder that has it.</source>
        <translation>Dort Platz schaffen, oder TMPDIR auf einen Ordner setzen, der ihn hat.</translation>
    </message>
    <message>
        <source>Make room there, or set {0} to another folder.</source>
        <translation>Dort Platz schaffen, oder {0} auf einen anderen Ordner setzen.</translation>
    </message>
    <message>
        <source>Make room, name fewer places, or ask for less, as --nearest does.</source>
        <translation>Platz schaffen, weniger Orte nennen, oder weniger verlangen, wie --nearest es tut.</translation>
    </message>
    <message>
        <source>Make room, or choose another place.</source>
        <translation>Platz schaffen, oder einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Make the extract again, with complete ways.</source>
        <translation>Den Auszug neu anlegen, mit vollständigen Wegen.</translation>
    </message>
    <message>
        <source>Mark its no-data value, with gdal_edit.py -a_nodata.</source>
        <translation>Den Wert für keine Daten mit gdal_edit.py -a_nodata kennzeichnen.</translation>
    </message>
    <message>
        <source>Mend its header, or write it again.</source>
        <translation>Den Kopf berichtigen, oder neu schreiben.</translation>
    </message>
    <message>
        <source>Mend that line.</source>
        <translation>Diese Zeile berichtigen.</translation>
    </message>
    <message>
        <source>Mend the header.</source>
        <translation>Den Kopf berichtigen.</translation>
    </message>
    <message>
        <source>Merging cells</source>
        <translation>Zellen werden verschmolzen</translation>
    </message>
    <message>
        <source>Metrics of one graph list the same arcs in the same order.</source>
        <translation>Kostenmodelle eines Netzes nennen dieselben Kanten in derselben Reihenfolge.</translation>
    </message>
    <message>
        <source>NVRTC {0} no longer compiles for compute capability {1}. Install isofront[cuda12].</source>
        <translation>NVRTC {0} übersetzt nicht mehr für Rechenfähigkeit {1}. isofront[cuda12] installieren.</translation>
    </message>
    <message>
        <source>NVRTC, which compiles the kernels, is not installed. Install {0}.</source>
        <translation>NVRTC, das die Kernels übersetzt, ist nicht installiert. {0} installieren.</translation>
    </message>
    <message>
        <source>Name a file of drawings.</source>
        <translation>Eine Datei mit Zeichnungen nennen.</translation>
    </message>
    <message>
        <source>Name a file of points.</source>
        <translation>Eine Datei mit Punkten nennen.</translation>
    </message>
    <message>
        <source>Name a side of both numbers, such as 41.9 N, 12.5 E.</source>
        <translation>Bei beiden Zahlen die Seite nennen, etwa 41.9 N, 12.5 E.</translation>
    </message>
    <message>
        <source>Name an input.</source>
        <translation>Eine Eingabe nennen.</translation>
    </message>
    <message>
        <source>Name another file.</source>
        <translation>Eine andere Datei nennen.</translation>
    </message>
    <message>
        <source>Name another.</source>
        <translation>Etwas anderes nennen.</translation>
    </message>
    <message>
        <source>Name one in the file, such as EPSG:4326.</source>
        <translation>Eines in der Datei nennen, etwa EPSG:4326.</translation>
    </message>
    <message>
        <source>Name one of them: {0}.</source>
        <translation>Eines davon nennen: {0}.</translation>
    </message>
    <message>
        <source>Name one: {0} or {1}.</source>
        <translation>Eine nennen: {0} oder {1}.</translation>
    </message>
    <message>
        <source>Next to an unreached passable cell no cell is reached, unless the step exceeds the limit</source>
        <translation>Neben einer unerreichten passierbaren Zelle ist keine Zelle erreicht, es sei denn, der Schritt überschreitet die Grenze</translation>
    </message>
    <message>
        <source>Next to an unreached passable cell no cell is reached, unless the way there exceeds the limit</source>
        <translation>Neben einer unerreichten begehbaren Zelle ist keine erreicht, außer der Weg dorthin überschreitet die Grenze</translation>
    </message>
    <message>
        <source>No arc, and no straight line between cells, leads to less time than its end holds</source>
        <translation>Keine Kante und keine gerade Linie zwischen Zellen führt zu einer kürzeren Zeit, als ihr Ende hat</translation>
    </message>
    <message>
        <source>No arc, with the turn before it, leads to less time than its end holds</source>
        <translation>Keine Kante, mit dem Abbiegen davor, führt zu weniger Zeit, als ihr Ende hat</translation>
    </message>
    <message>
        <source>No cell of this raster can be entered</source>
        <translation>Keine Zelle dieses Rasters ist passierbar</translation>
    </message>
    <message>
        <source>No cell of this raster can be entered.</source>
        <translation>Keine Zelle dieses Rasters ist passierbar.</translation>
    </message>
    <message>
        <source>No road is open to this vehicle</source>
        <translation>Keine Straße ist für dieses Fahrzeug offen</translation>
    </message>
    <message>
        <source>No road is reached within the limits: {file} holds nothing.</source>
        <translation>Innerhalb der Grenzen wird keine Straße erreicht: {file} enthält nichts.</translation>
    </message>
    <message>
        <source>No time exceeds the limit</source>
        <translation>Keine Zeit überschreitet die Grenze</translation>
    </message>
    <message>
        <source>Nothing but this differs: {points}.</source>
        <translation>Anders ist nur: {points}.</translation>
    </message>
    <message>
        <source>Nothing but {what} differs.</source>
        <translation>Anders ist nur: {what}.</translation>
    </message>
    <message>
        <source>Nothing but {what} differs: {first} in {a}, {second} in {b}.</source>
        <translation>Anders ist nur: {what} ({first} in {a}, {second} in {b}).</translation>
    </message>
    <message>
        <source>Nothing is known beside the roads: one moves there at {0}.</source>
        <translation>Neben den Straßen ist nichts bekannt: dort geht es mit {0} voran.</translation>
    </message>
    <message>
        <source>Nothing is reached at {0}: {1} leaves that out.</source>
        <translation>Bei {0} wird nichts erreicht: {1} lässt das weg.</translation>
    </message>
    <message>
        <source>One begins with {&quot;{0}&quot;: 1.</source>
        <translation>Eines beginnt mit {&quot;{0}&quot;: 1.</translation>
    </message>
    <message>
        <source>Only areas have holes.</source>
        <translation>Nur Flächen haben Löcher.</translation>
    </message>
    <message>
        <source>Only starts hold their delay as time, and no cell around one holds more than a straight line from it takes</source>
        <translation>Nur Startpunkte haben ihre Verzögerung als Zeit, und keine Zelle um einen hat mehr, als eine gerade Linie von ihm dauert</translation>
    </message>
    <message>
        <source>Only starts hold their delay as time, and no start holds more</source>
        <translation>Nur Startpunkte haben ihre Verzögerung als Zeit, und kein Startpunkt hat mehr</translation>
    </message>
    <message>
        <source>Open a file first.</source>
        <translation>Zuerst eine Datei öffnen.</translation>
    </message>
    <message>
        <source>Open a road graph first.</source>
        <translation>Zuerst ein Straßennetz öffnen.</translation>
    </message>
    <message>
        <source>Open a terrain.</source>
        <translation>Ein Gelände öffnen.</translation>
    </message>
    <message>
        <source>Open all roads</source>
        <translation>Alle Straßen freigeben</translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation>Sie noch einmal öffnen.</translation>
    </message>
    <message>
        <source>Open it as a road network; if it is none either, fetch it again.</source>
        <translation>Als Straßennetz öffnen; ist es auch keines, neu beschaffen.</translation>
    </message>
    <message>
        <source>Open it as it is, or give it a CRS with gdal_edit.</source>
        <translation>So öffnen, wie es ist, oder ihm mit gdal_edit ein KBS geben.</translation>
    </message>
    <message>
        <source>Open it without the elevation.</source>
        <translation>Ohne die Höhen öffnen.</translation>
    </message>
    <message>
        <source>Open it without them.</source>
        <translation>Ohne sie öffnen.</translation>
    </message>
    <message>
        <source>Open roads</source>
        <translation>Straßen freigeben</translation>
    </message>
    <message>
        <source>Open the .gr file they belong to.</source>
        <translation>Die .gr-Datei öffnen, zu der sie gehören.</translation>
    </message>
    <message>
        <source>Open the file with the roads in it.</source>
        <translation>Die Datei mit den Straßen darin öffnen.</translation>
    </message>
    <message>
        <source>Open the project with it: isofront FILE --scenario NAME.</source>
        <translation>Das Projekt damit öffnen: isofront DATEI --scenario NAME.</translation>
    </message>
    <message>
        <source>Open the raster itself.</source>
        <translation>Das Raster selbst öffnen.</translation>
    </message>
    <message>
        <source>Open {0} in it.</source>
        <translation>{0} darin öffnen.</translation>
    </message>
    <message>
        <source>Open {0}.</source>
        <translation>{0} öffnen.</translation>
    </message>
    <message>
        <source>Outlines are drawn through {0} of {1} cells at most.</source>
        <translation>Umrisse werden durch höchstens {0} von {1} Zellen gezogen.</translation>
    </message>
    <message>
        <source>Outlines are simplified by {0} m: {1} is for looking at.</source>
        <translation>Umrisse sind um {0} m vereinfacht: {1} ist zum Ansehen.</translation>
    </message>
    <message>
        <source>PBF error: </source>
        <translation>PBF-Fehler: </translation>
    </message>
    <message>
        <source>PNG image</source>
        <translation>PNG-Bild</translation>
    </message>
    <message>
        <source>Partition this graph.</source>
        <translation>Dieses Netz partitionieren.</translation>
    </message>
    <message>
        <source>Partitioning the roads</source>
        <translation>Straßen werden partitioniert</translation>
    </message>
    <message>
        <source>Pin one.</source>
        <translation>Einen anheften.</translation>
    </message>
    <message>
        <source>Please report it with the file and the steps that led here.</source>
        <translation>Bitte melden, mit der Datei und den Schritten, die dazu führten.</translation>
    </message>
    <message>
        <source>Put blanks, not commas, between the values.</source>
        <translation>Leerzeichen statt Kommas zwischen die Werte setzen.</translation>
    </message>
    <message>
        <source>Put it in [ and ].</source>
        <translation>In [ und ] setzen.</translation>
    </message>
    <message>
        <source>Put it in { and }.</source>
        <translation>In { und } setzen.</translation>
    </message>
    <message>
        <source>Put it there, or name it: --source {0}=FILE.</source>
        <translation>Sie dorthin legen, oder nennen: --source {0}=DATEI.</translation>
    </message>
    <message>
        <source>Put values with commas in quotes, such as &quot;1005,2035&quot;.</source>
        <translation>Werte mit Kommas in Anführungszeichen setzen, etwa &quot;1005,2035&quot;.</translation>
    </message>
    <message>
        <source>Put {0}.flt or {1}.bil beside it.</source>
        <translation>{0}.flt oder {1}.bil daneben legen.</translation>
    </message>
    <message>
        <source>Put {start} and {limit}, or {row}, into it.</source>
        <translation>{start} und {limit}, oder {row}, hineinsetzen.</translation>
    </message>
    <message>
        <source>Re-project it (--reproject utm), or straighten it with gdalwarp.</source>
        <translation>Umprojizieren (--reproject utm), oder mit gdalwarp gerade richten.</translation>
    </message>
    <message>
        <source>Re-project it to {0}: --reproject utm{1}.</source>
        <translation>Nach {0} umprojizieren: --reproject utm{1}.</translation>
    </message>
    <message>
        <source>Re-project it with gdalwarp; it is too large to do that here.</source>
        <translation>Mit gdalwarp umprojizieren; hier ist es dafür zu groß.</translation>
    </message>
    <message>
        <source>Re-projecting to UTM</source>
        <translation>Wird nach UTM umprojiziert</translation>
    </message>
    <message>
        <source>Read them for this raster.</source>
        <translation>Sie für dieses Raster lesen.</translation>
    </message>
    <message>
        <source>Reading arcs</source>
        <translation>Kanten werden gelesen</translation>
    </message>
    <message>
        <source>Reading coordinates</source>
        <translation>Koordinaten werden gelesen</translation>
    </message>
    <message>
        <source>Reading edges</source>
        <translation>Kanten werden gelesen</translation>
    </message>
    <message>
        <source>Reading elevation</source>
        <translation>Höhen werden gelesen</translation>
    </message>
    <message>
        <source>Reading entries</source>
        <translation>Einträge werden gelesen</translation>
    </message>
    <message>
        <source>Reading lines</source>
        <translation>Linien werden gelesen</translation>
    </message>
    <message>
        <source>Reading the speeds</source>
        <translation>Geschwindigkeiten werden gelesen</translation>
    </message>
    <message>
        <source>Reading the street network</source>
        <translation>Straßennetz wird gelesen</translation>
    </message>
    <message>
        <source>Reading the values</source>
        <translation>Werte werden gelesen</translation>
    </message>
    <message>
        <source>Rectify it first, with gdalwarp.</source>
        <translation>Zuerst mit gdalwarp entzerren.</translation>
    </message>
    <message>
        <source>Remove all edits</source>
        <translation>Alle Änderungen entfernen</translation>
    </message>
    <message>
        <source>Remove edit</source>
        <translation>Änderung entfernen</translation>
    </message>
    <message>
        <source>Remove lines that are there several times.</source>
        <translation>Linien entfernen, die mehrfach da sind.</translation>
    </message>
    <message>
        <source>Rename edit</source>
        <translation>Änderung umbenennen</translation>
    </message>
    <message>
        <source>Rename it, or its folder.</source>
        <translation>Die Datei oder ihren Ordner umbenennen.</translation>
    </message>
    <message>
        <source>Rename one.</source>
        <translation>Eine umbenennen.</translation>
    </message>
    <message>
        <source>Repair it.</source>
        <translation>Reparieren.</translation>
    </message>
    <message>
        <source>Repair the layer.</source>
        <translation>Den Layer reparieren.</translation>
    </message>
    <message>
        <source>Reset metric</source>
        <translation>Kostenmodell zurücksetzen</translation>
    </message>
    <message>
        <source>Restart Isofront to use the GPU again.</source>
        <translation>Isofront neu starten, um die GPU wieder zu benutzen.</translation>
    </message>
    <message>
        <source>Roads are burned into {0} cells.</source>
        <translation>Straßen sind in {0} Zellen eingebrannt.</translation>
    </message>
    <message>
        <source>Run `python3 start.py install cluster`.</source>
        <translation>`python3 start.py install cluster` ausführen.</translation>
    </message>
    <message>
        <source>Run it again.</source>
        <translation>Noch einmal ausführen.</translation>
    </message>
    <message>
        <source>SRTM tile</source>
        <translation>SRTM-Kachel</translation>
    </message>
    <message>
        <source>Save it as CSV in UTF-8.</source>
        <translation>Als CSV in UTF-8 speichern.</translation>
    </message>
    <message>
        <source>Save it as a raster first.</source>
        <translation>Es zuerst als Raster speichern.</translation>
    </message>
    <message>
        <source>Save the project again.</source>
        <translation>Das Projekt neu speichern.</translation>
    </message>
    <message>
        <source>Save under another name; a newer Isofront knows both.</source>
        <translation>Unter anderem Namen speichern; ein neueres Isofront kennt beide.</translation>
    </message>
    <message>
        <source>Say a projected CRS, as the UTM zone, or leave it out.</source>
        <translation>Ein projiziertes KBS wie die UTM-Zone nennen, oder es weglassen.</translation>
    </message>
    <message>
        <source>Say all or bridges.</source>
        <translation>all oder bridges angeben.</translation>
    </message>
    <message>
        <source>Say another.</source>
        <translation>Etwas anderes angeben.</translation>
    </message>
    <message>
        <source>Say barrier or nodata.</source>
        <translation>barrier oder nodata angeben.</translation>
    </message>
    <message>
        <source>Say elevation, landcover or speed.</source>
        <translation>elevation, landcover oder speed angeben.</translation>
    </message>
    <message>
        <source>Say elevation.unit.</source>
        <translation>elevation.unit angeben.</translation>
    </message>
    <message>
        <source>Say error or missing.</source>
        <translation>error oder missing angeben.</translation>
    </message>
    <message>
        <source>Say extent.</source>
        <translation>Die Ausdehnung (extent) angeben.</translation>
    </message>
    <message>
        <source>Say faster or road.</source>
        <translation>faster oder road angeben.</translation>
    </message>
    <message>
        <source>Say grid.crs, a projected one.</source>
        <translation>Ein projiziertes KBS angeben (grid.crs).</translation>
    </message>
    <message>
        <source>Say grid.crs.</source>
        <translation>Das KBS angeben (grid.crs).</translation>
    </message>
    <message>
        <source>Say kmh or ms.</source>
        <translation>kmh oder ms angeben.</translation>
    </message>
    <message>
        <source>Say pass or end.</source>
        <translation>pass oder end angeben.</translation>
    </message>
    <message>
        <source>Say uint8, uint16 or float32.</source>
        <translation>uint8, uint16 oder float32 angeben.</translation>
    </message>
    <message>
        <source>Say {0}, or give a table.</source>
        <translation>Eines davon angeben: {0}, oder eine Tabelle (table).</translation>
    </message>
    <message>
        <source>Say {0}, or km/h.</source>
        <translation>{0} angeben, oder km/h.</translation>
    </message>
    <message>
        <source>See why they end.</source>
        <translation>Nachsehen, warum sie enden.</translation>
    </message>
    <message>
        <source>Set a limit below that, or choose costs with a coarser unit.</source>
        <translation>Eine Grenze darunter setzen, oder Kosten mit gröberer Einheit wählen.</translation>
    </message>
    <message>
        <source>Set a time limit, or make the slowest cells barriers.</source>
        <translation>Eine Zeitgrenze setzen, oder die langsamsten Zellen zu Barrieren machen.</translation>
    </message>
    <message>
        <source>Set one, or choose a file of starts.</source>
        <translation>Einen setzen, oder eine Datei mit Startpunkten wählen.</translation>
    </message>
    <message>
        <source>Shapefile</source>
        <translation>Shapefile</translation>
    </message>
    <message>
        <source>Shapefile of roads</source>
        <translation>Shapefile der Straßen</translation>
    </message>
    <message>
        <source>Shorten it.</source>
        <translation>Kürzen.</translation>
    </message>
    <message>
        <source>Show edit</source>
        <translation>Änderung einblenden</translation>
    </message>
    <message>
        <source>Slopes are solved on the CPU: &apos;{0}&apos; knows none on the GPU.</source>
        <translation>Steigungen werden auf der CPU berechnet: „{0}“ kennt sie auf der GPU nicht.</translation>
    </message>
    <message>
        <source>Solve again on this grid.</source>
        <translation>Auf diesem Raster neu berechnen.</translation>
    </message>
    <message>
        <source>Solve both on the same file.</source>
        <translation>Beide auf derselben Datei berechnen.</translation>
    </message>
    <message>
        <source>Solve both on the same raster.</source>
        <translation>Beide auf demselben Raster berechnen.</translation>
    </message>
    <message>
        <source>Solve without turn costs, or a part of the graph.</source>
        <translation>Ohne Abbiegekosten berechnen, oder einen Teil des Netzes.</translation>
    </message>
    <message>
        <source>Sort the angles ascending, each once.</source>
        <translation>Die Winkel aufsteigend ordnen, jeden einmal.</translation>
    </message>
    <message>
        <source>Splitting lines where they meet</source>
        <translation>Linien werden geteilt, wo sie sich treffen</translation>
    </message>
    <message>
        <source>Start one with `dask scheduler`, check HOST:PORT, or choose local.</source>
        <translation>Einen mit `dask scheduler` starten, HOST:PORT prüfen, oder local wählen.</translation>
    </message>
    <message>
        <source>Start some with `dask worker {0} --nthreads 1`.</source>
        <translation>Einige mit `dask worker {0} --nthreads 1` starten.</translation>
    </message>
    <message>
        <source>Surfer grid</source>
        <translation>Surfer-Raster</translation>
    </message>
    <message>
        <source>Take it away, or fetch it again.</source>
        <translation>Wegnehmen, oder neu beschaffen.</translation>
    </message>
    <message>
        <source>The GPU failed ({0}); solved {1} instead.</source>
        <translation>Die GPU fiel aus ({0}); stattdessen berechnet: {1}.</translation>
    </message>
    <message>
        <source>The GPU failed ({0}); worked out on the CPU instead.</source>
        <translation>Die GPU fiel aus ({0}); stattdessen auf der CPU berechnet.</translation>
    </message>
    <message>
        <source>The GPU failed earlier ({0}); solved on the CPU. {1}</source>
        <translation>Die GPU fiel früher aus ({0}); auf der CPU berechnet. {1}</translation>
    </message>
    <message>
        <source>The NVIDIA driver does not answer ({0}). Install the driver again.</source>
        <translation>Der NVIDIA-Treiber antwortet nicht ({0}). Den Treiber neu installieren.</translation>
    </message>
    <message>
        <source>The NVIDIA driver supports CUDA {0}, CuPy uses {1}. Update the driver, or install isofront[cuda12].</source>
        <translation>Der NVIDIA-Treiber kann CUDA {0}, CuPy benutzt {1}. Den Treiber erneuern, oder isofront[cuda12] installieren.</translation>
    </message>
    <message>
        <source>The file is cut off or damaged: fetch it again.</source>
        <translation>Die Datei ist abgeschnitten oder beschädigt: neu beschaffen.</translation>
    </message>
    <message>
        <source>The graph will be contracted again.</source>
        <translation>Das Netz wird neu kontrahiert.</translation>
    </message>
    <message>
        <source>The layer names a wrong coordinate reference system.</source>
        <translation>Der Layer nennt ein falsches Koordinatenbezugssystem.</translation>
    </message>
    <message>
        <source>The nearest passable cell is {0},{1}.</source>
        <translation>Die nächste passierbare Zelle ist {0},{1}.</translation>
    </message>
    <message>
        <source>The partition will be made again.</source>
        <translation>Die Partition wird neu angelegt.</translation>
    </message>
    <message>
        <source>The raster does not fit into memory: out-of-core solves it, block by block.</source>
        <translation>Das Raster passt nicht in den Speicher: Es wird blockweise berechnet.</translation>
    </message>
    <message>
        <source>The roads of {0} meet the ground at {1} places.</source>
        <translation>Die Straßen von {0} treffen den Boden an {1} Stellen.</translation>
    </message>
    <message>
        <source>The roads will be read again.</source>
        <translation>Die Straßen werden neu gelesen.</translation>
    </message>
    <message>
        <source>The roads&apos; x runs from {0} to {1}, their y from {2} to {3}; check the coordinates.</source>
        <translation>Das x der Straßen läuft von {0} bis {1}, ihr y von {2} bis {3}; die Koordinaten prüfen.</translation>
    </message>
    <message>
        <source>The speeds of ways{0} are left out: {1}.</source>
        <translation>Die Geschwindigkeiten der Wege{0} sind weggelassen: {1}.</translation>
    </message>
    <message>
        <source>Their x runs from {0} to {1}, their y from {2} to {3}; check the order {4} and the CRS.</source>
        <translation>Ihr x läuft von {0} bis {1}, ihr y von {2} bis {3}; die Reihenfolge {4} und das KBS prüfen.</translation>
    </message>
    <message>
        <source>There are no {0} at {empty}: {file} holds none.</source>
        <translation>Bei {empty} gibt es keine {0}: {file} enthält keine.</translation>
    </message>
    <message>
        <source>There is no NVIDIA GPU, or CUDA_VISIBLE_DEVICES hides it.</source>
        <translation>Es gibt keine NVIDIA-GPU, oder CUDA_VISIBLE_DEVICES verbirgt sie.</translation>
    </message>
    <message>
        <source>There is no NVIDIA driver. With an NVIDIA GPU, install its driver.</source>
        <translation>Es gibt keinen NVIDIA-Treiber. Bei einer NVIDIA-GPU ihren Treiber installieren.</translation>
    </message>
    <message>
        <source>There is no elevation: all ground counts as level.</source>
        <translation>Es gibt keine Höhen: aller Boden gilt als eben.</translation>
    </message>
    <message>
        <source>There is no land cover: all ground counts as open.</source>
        <translation>Es gibt keine Landbedeckung: aller Boden gilt als offen.</translation>
    </message>
    <message>
        <source>This device is too small; choose the CPU.</source>
        <translation>Dieses Gerät ist zu klein; die CPU wählen.</translation>
    </message>
    <message>
        <source>Times are rounded by up to {0}: the farthest cells take so long that steps through the fastest ones count few ticks. Set a time limit for more exact ones.</source>
        <translation>Zeiten sind um bis zu {0} gerundet: Die fernsten Zellen dauern so lange, dass Schritte durch die schnellsten wenige Ticks zählen. Für genauere eine Zeitgrenze setzen.</translation>
    </message>
    <message>
        <source>Times are those reached with a certainty of {0}.</source>
        <translation>Zeiten sind die mit einer Sicherheit von {0} erreichten.</translation>
    </message>
    <message>
        <source>Times count from 1970-01-01T00:00:00Z, when clocks began.</source>
        <translation>Zeiten zählen ab 1970-01-01T00:00:00Z, als die Uhren begannen.</translation>
    </message>
    <message>
        <source>Too little memory on the GPU ({0}); solved {1} instead.</source>
        <translation>Zu wenig Speicher auf der GPU ({0}); stattdessen berechnet: {1}.</translation>
    </message>
    <message>
        <source>Turn curves and surfaces into those.</source>
        <translation>Kurven und Oberflächen in solche umwandeln.</translation>
    </message>
    <message>
        <source>USGS elevation</source>
        <translation>USGS-Höhen</translation>
    </message>
    <message>
        <source>UTM zone {0}{1} (EPSG:{2})</source>
        <translation>UTM-Zone {0}{1} (EPSG:{2})</translation>
    </message>
    <message>
        <source>Unpack it and open one of them.</source>
        <translation>Entpacken und eines davon öffnen.</translation>
    </message>
    <message>
        <source>Unpack it first.</source>
        <translation>Zuerst entpacken.</translation>
    </message>
    <message>
        <source>Update Isofront.</source>
        <translation>Isofront aktualisieren.</translation>
    </message>
    <message>
        <source>Update the NVIDIA driver and CuPy, or choose the CPU.</source>
        <translation>NVIDIA-Treiber und CuPy erneuern, oder die CPU wählen.</translation>
    </message>
    <message>
        <source>Update the NVIDIA driver, or choose the CPU.</source>
        <translation>Den NVIDIA-Treiber erneuern, oder die CPU wählen.</translation>
    </message>
    <message>
        <source>Use .geojson or .gpkg.</source>
        <translation>.geojson oder .gpkg benutzen.</translation>
    </message>
    <message>
        <source>Use coordinate, with pattern, integer or real, and general or symmetric.</source>
        <translation>coordinate benutzen, mit pattern, integer oder real, und general oder symmetric.</translation>
    </message>
    <message>
        <source>Use the costs of the file, or a count of arcs.</source>
        <translation>Die Kosten der Datei benutzen, oder eine Anzahl von Kanten.</translation>
    </message>
    <message>
        <source>Use the nearest passable cell</source>
        <translation>Nächste passierbare Zelle nehmen</translation>
    </message>
    <message>
        <source>Use the nearest road</source>
        <translation>Nächste Straße nehmen</translation>
    </message>
    <message>
        <source>Use uint8, uint16 or float32.</source>
        <translation>uint8, uint16 oder float32 benutzen.</translation>
    </message>
    <message>
        <source>Use {0}.</source>
        <translation>{0} benutzen.</translation>
    </message>
    <message>
        <source>Use {start}, {limit} and {row}.</source>
        <translation>{start}, {limit} und {row} benutzen.</translation>
    </message>
    <message>
        <source>Values are numbers with blanks between them.</source>
        <translation>Werte sind Zahlen mit Leerzeichen dazwischen.</translation>
    </message>
    <message>
        <source>Wait for it, or write to another file.</source>
        <translation>Darauf warten, oder in eine andere Datei schreiben.</translation>
    </message>
    <message>
        <source>Warp them to one with gdalwarp, or give a VRT.</source>
        <translation>Sie mit gdalwarp in eines umprojizieren, oder ein VRT angeben.</translation>
    </message>
    <message>
        <source>Warping elevation</source>
        <translation>Höhen werden umprojiziert</translation>
    </message>
    <message>
        <source>Web map</source>
        <translation>Webkarte</translation>
    </message>
    <message>
        <source>What is finished is kept: run it again when it is back.</source>
        <translation>Was fertig ist, bleibt: noch einmal ausführen, wenn er zurück ist.</translation>
    </message>
    <message>
        <source>What is finished is kept: run it again when that is mended.</source>
        <translation>Was fertig ist, bleibt: noch einmal ausführen, wenn das behoben ist.</translation>
    </message>
    <message>
        <source>Without a passable start no cell is reached</source>
        <translation>Ohne passierbaren Startpunkt ist keine Zelle erreicht</translation>
    </message>
    <message>
        <source>Write .csv of their times.</source>
        <translation>.csv ihrer Zeiten schreiben.</translation>
    </message>
    <message>
        <source>Write .csv.</source>
        <translation>.csv schreiben.</translation>
    </message>
    <message>
        <source>Write .csv: it has vertices.</source>
        <translation>.csv schreiben: Es hat Knoten.</translation>
    </message>
    <message>
        <source>Write .gpkg, or give the {0} a CRS.</source>
        <translation>.gpkg schreiben, oder ein KBS geben ({0}).</translation>
    </message>
    <message>
        <source>Write .gpkg, or give {0} starts at most.</source>
        <translation>.gpkg schreiben, oder höchstens {0} Startpunkte angeben.</translation>
    </message>
    <message>
        <source>Write .gpkg, or open what names its CRS.</source>
        <translation>.gpkg schreiben, oder etwas öffnen, das sein KBS nennt.</translation>
    </message>
    <message>
        <source>Write .gpkg.</source>
        <translation>.gpkg schreiben.</translation>
    </message>
    <message>
        <source>Write .tif.</source>
        <translation>.tif schreiben.</translation>
    </message>
    <message>
        <source>Write 32 hexadecimal digits.</source>
        <translation>32 hexadezimale Ziffern schreiben.</translation>
    </message>
    <message>
        <source>Write [[row]].</source>
        <translation>[[row]] schreiben.</translation>
    </message>
    <message>
        <source>Write a .gif.</source>
        <translation>Ein .gif schreiben.</translation>
    </message>
    <message>
        <source>Write both with --cell-size {0}.</source>
        <translation>Beide mit --cell-size {0} schreiben.</translation>
    </message>
    <message>
        <source>Write both with a larger --cell-size.</source>
        <translation>Beide mit größerem --cell-size schreiben.</translation>
    </message>
    <message>
        <source>Write it again, or convert it to a GeoTIFF with gdal_translate.</source>
        <translation>Neu schreiben, oder mit gdal_translate in ein GeoTIFF umwandeln.</translation>
    </message>
    <message>
        <source>Write it again, or convert what it names to a GeoTIFF with gdal_translate.</source>
        <translation>Neu schreiben, oder mit gdal_translate in ein GeoTIFF umwandeln, was sie nennt.</translation>
    </message>
    <message>
        <source>Write it as #rrggbb.</source>
        <translation>Als #rrggbb schreiben.</translation>
    </message>
    <message>
        <source>Write it as 2026-11-23T08:30, local time.</source>
        <translation>Als 2026-11-23T08:30 schreiben, in Ortszeit.</translation>
    </message>
    <message>
        <source>Write it as EPSG:32738.</source>
        <translation>Als EPSG:32738 schreiben.</translation>
    </message>
    <message>
        <source>Write it as EPSG:4326.</source>
        <translation>Als EPSG:4326 schreiben.</translation>
    </message>
    <message>
        <source>Write it in quotation marks.</source>
        <translation>In Anführungszeichen schreiben.</translation>
    </message>
    <message>
        <source>Write it without.</source>
        <translation>Ohne sie schreiben.</translation>
    </message>
    <message>
        <source>Write its points.</source>
        <translation>Ihre Punkte hinschreiben.</translation>
    </message>
    <message>
        <source>Write km/h or scale.</source>
        <translation>km/h oder scale schreiben.</translation>
    </message>
    <message>
        <source>Write the one you need to a GeoTIFF with gdal_translate.</source>
        <translation>Das benötigte mit gdal_translate in ein GeoTIFF schreiben.</translation>
    </message>
    <message>
        <source>Write them in metres or feet, or correct the unit of its band.</source>
        <translation>Sie in Metern oder Fuß schreiben, oder die Einheit seines Bandes berichtigen.</translation>
    </message>
    <message>
        <source>Write to another file.</source>
        <translation>In eine andere Datei schreiben.</translation>
    </message>
    <message>
        <source>Write what it gives to a file, and open that.</source>
        <translation>Was es ergibt, in eine Datei schreiben und diese öffnen.</translation>
    </message>
    <message>
        <source>XML error {0}</source>
        <translation>XML-Fehler {0}</translation>
    </message>
    <message>
        <source>XML parsing error </source>
        <translation>XML-Fehler beim Lesen </translation>
    </message>
    <message>
        <source>`isofront devices` says why.</source>
        <translation>`isofront devices` sagt, warum.</translation>
    </message>
    <message>
        <source>a .flt holds float32</source>
        <translation>eine .flt enthält float32</translation>
    </message>
    <message>
        <source>a barrier</source>
        <translation>eine Barriere</translation>
    </message>
    <message>
        <source>a cell size of {0}</source>
        <translation>eine Zellgröße von {0}</translation>
    </message>
    <message>
        <source>a code of {0}</source>
        <translation>ein Code {0}</translation>
    </message>
    <message>
        <source>a coefficient that is no number</source>
        <translation>ein Koeffizient, der keine Zahl ist</translation>
    </message>
    <message>
        <source>a core of {0}</source>
        <translation>ein Kern von {0}</translation>
    </message>
    <message>
        <source>a core of {0} states</source>
        <translation>ein Kern von {0} Zuständen</translation>
    </message>
    <message>
        <source>a corner beyond all places</source>
        <translation>eine Ecke außerhalb aller Orte</translation>
    </message>
    <message>
        <source>a correlation over {0} m</source>
        <translation>eine Korrelation über {0} m</translation>
    </message>
    <message>
        <source>a correlation over {0} m is too short for this extent</source>
        <translation>eine Korrelation über {0} m ist zu kurz für diese Ausdehnung</translation>
    </message>
    <message>
        <source>a curve without points</source>
        <translation>eine Kurve ohne Punkte</translation>
    </message>
    <message>
        <source>a delay of {0} s</source>
        <translation>eine Verzögerung von {0} s</translation>
    </message>
    <message>
        <source>a destination that is not {0}</source>
        <translation>ein Ziel, das nicht {0} ist</translation>
    </message>
    <message>
        <source>a drawing without length</source>
        <translation>eine Zeichnung ohne Länge</translation>
    </message>
    <message>
        <source>a factor of {0}</source>
        <translation>ein Faktor von {0}</translation>
    </message>
    <message>
        <source>a factor of {0} after one that closes the slope</source>
        <translation>ein Faktor von {0} nach einem, der die Steigung sperrt</translation>
    </message>
    <message>
        <source>a factor of {0} at {1}°</source>
        <translation>ein Faktor von {0} bei {1}°</translation>
    </message>
    <message>
        <source>a finished chunk is damaged</source>
        <translation>ein fertiger Teil ist beschädigt</translation>
    </message>
    <message>
        <source>a folder has this name</source>
        <translation>ein Ordner heißt so</translation>
    </message>
    <message>
        <source>a grid of shape {0}</source>
        <translation>ein Raster der Form {0}</translation>
    </message>
    <message>
        <source>a grid of {0} × {1} cells</source>
        <translation>ein Gitter von {0} × {1} Zellen</translation>
    </message>
    <message>
        <source>a highest speed of {0} km/h on a surface</source>
        <translation>eine Höchstgeschwindigkeit von {0} km/h auf einem Belag</translation>
    </message>
    <message>
        <source>a limit factor of {0}</source>
        <translation>ein Grenzfaktor von {0}</translation>
    </message>
    <message>
        <source>a limit of {0} after {1}</source>
        <translation>eine Grenze von {0} nach {1}</translation>
    </message>
    <message>
        <source>a limit of {0} s</source>
        <translation>eine Grenze von {0} s</translation>
    </message>
    <message>
        <source>a limit of {0} s after {1} s</source>
        <translation>eine Grenze von {0} s nach {1} s</translation>
    </message>
    <message>
        <source>a line with a hole</source>
        <translation>eine Linie mit einem Loch</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a list of [degrees, value]</source>
        <translation>eine Liste von [Grad, Wert]</translation>
    </message>
    <message>
        <source>a list of numbers</source>
        <translation>eine Liste von Zahlen</translation>
    </message>
    <message>
        <source>a list of tables, [[{0}]]</source>
        <translation>eine Liste von Tabellen, [[{0}]],</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>eine Liste ganzer Zahlen</translation>
    </message>
    <message>
        <source>a map server</source>
        <translation>ein Kartenserver</translation>
    </message>
    <message>
        <source>a matrix of kind &apos;{0} {1} {2}&apos; is not a road graph</source>
        <translation>eine Matrix der Art &apos;{0} {1} {2}&apos; ist kein Straßennetz</translation>
    </message>
    <message>
        <source>a maximum of {0} below the minimum</source>
        <translation>ein Höchstwert von {0} unter dem Mindestwert</translation>
    </message>
    <message>
        <source>a metre on the ground is {0} metres on its map ({1})</source>
        <translation>ein Meter am Boden ist {0} Meter auf seiner Karte ({1})</translation>
    </message>
    <message>
        <source>a metre on the ground is {0} to {1} metres on its map ({2})</source>
        <translation>ein Meter am Boden ist {0} bis {1} Meter auf seiner Karte ({2})</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a number or null</source>
        <translation>eine Zahl oder null</translation>
    </message>
    <message>
        <source>a part of CUDA is not installed ({0})</source>
        <translation>ein Teil von CUDA ist nicht installiert ({0})</translation>
    </message>
    <message>
        <source>a part of CuPy ({0})</source>
        <translation>ein Teil von CuPy ({0})</translation>
    </message>
    <message>
        <source>a partition of {0} vertices; the graph has {1}</source>
        <translation>eine Partition von {0} Knoten; das Netz hat {1}</translation>
    </message>
    <message>
        <source>a path costs {0} {1} or more</source>
        <translation>ein Weg kostet {0} {1} oder mehr</translation>
    </message>
    <message>
        <source>a path longer than {0} s is beyond what can be counted</source>
        <translation>ein Weg länger als {0} s ist nicht mehr zählbar</translation>
    </message>
    <message>
        <source>a picture of roads</source>
        <translation>ein Bild von Straßen</translation>
    </message>
    <message>
        <source>a point that is no number</source>
        <translation>ein Punkt, der keine Zahl ist</translation>
    </message>
    <message>
        <source>a raster has no streets</source>
        <translation>ein Raster hat keine Straßen</translation>
    </message>
    <message>
        <source>a raster has no vertices</source>
        <translation>ein Raster hat keine Knoten</translation>
    </message>
    <message>
        <source>a road, {0} km/h; beside it {1}</source>
        <translation>eine Straße, {0} km/h; daneben {1}</translation>
    </message>
    <message>
        <source>a row without a whole code and a name</source>
        <translation>eine Zeile ohne ganzzahligen Code und Namen</translation>
    </message>
    <message>
        <source>a sea level of {0}</source>
        <translation>ein Meeresspiegel von {0}</translation>
    </message>
    <message>
        <source>a sea level tells nothing without heights</source>
        <translation>ein Meeresspiegel sagt nichts ohne Höhen</translation>
    </message>
    <message>
        <source>a second metric, {0}, is from {1}</source>
        <translation>ein zweites Kostenmodell, {0}, ist aus {1}</translation>
    </message>
    <message>
        <source>a seed of {0}</source>
        <translation>ein Startwert von {0}</translation>
    </message>
    <message>
        <source>a selection fraction of {0}</source>
        <translation>ein Auswahlanteil von {0}</translation>
    </message>
    <message>
        <source>a share of {0} %</source>
        <translation>ein Anteil von {0} %</translation>
    </message>
    <message>
        <source>a slope of {0}°</source>
        <translation>eine Hangneigung von {0}°</translation>
    </message>
    <message>
        <source>a solve for each origin, by the usual solver</source>
        <translation>eine Berechnung je Quelle, mit dem üblichen Verfahren</translation>
    </message>
    <message>
        <source>a speed of {0} km/h in place of 0</source>
        <translation>eine Geschwindigkeit von {0} km/h statt 0</translation>
    </message>
    <message>
        <source>a spread of {0}</source>
        <translation>eine Streuung von {0}</translation>
    </message>
    <message>
        <source>a start has no place on a map</source>
        <translation>ein Startpunkt hat keinen Ort auf einer Karte</translation>
    </message>
    <message>
        <source>a step width of {0} s</source>
        <translation>eine Schrittweite von {0} s</translation>
    </message>
    <message>
        <source>a string of the block that starts here holds a NUL byte</source>
        <translation>ein Text des Blocks, der hier beginnt, enthält ein NUL-Byte</translation>
    </message>
    <message>
        <source>a strip of {0} m</source>
        <translation>ein Streifen von {0} m</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>eine Tabelle</translation>
    </message>
    <message>
        <source>a table of times</source>
        <translation>eine Tabelle von Zeiten</translation>
    </message>
    <message>
        <source>a table of times on the device</source>
        <translation>eine Tabelle von Zeiten auf dem Gerät</translation>
    </message>
    <message>
        <source>a tag of more than {0} letters</source>
        <translation>ein Tag von mehr als {0} Buchstaben</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>einen Text</translation>
    </message>
    <message>
        <source>a text, or a list of texts</source>
        <translation>einen Text oder eine Liste von Texten</translation>
    </message>
    <message>
        <source>a time limit of {0} s</source>
        <translation>eine Zeitgrenze von {0} s</translation>
    </message>
    <message>
        <source>a time of {0} s</source>
        <translation>eine Zeit von {0} s</translation>
    </message>
    <message>
        <source>a time of {0} s is beyond what can be counted</source>
        <translation>eine Zeit von {0} s ist nicht mehr zählbar</translation>
    </message>
    <message>
        <source>a tolerance of {0} m</source>
        <translation>eine Toleranz von {0} m</translation>
    </message>
    <message>
        <source>a top speed of {0} km/h</source>
        <translation>eine Höchstgeschwindigkeit von {0} km/h</translation>
    </message>
    <message>
        <source>a turn bias of {0}</source>
        <translation>ein Verhältnis {0} der Seiten beim Abbiegen</translation>
    </message>
    <message>
        <source>a turn of {0} s</source>
        <translation>ein Abbiegen von {0} s</translation>
    </message>
    <message>
        <source>a turn without end</source>
        <translation>ein Abbiegen ohne Ende</translation>
    </message>
    <message>
        <source>a value below 0</source>
        <translation>ein Wert unter 0</translation>
    </message>
    <message>
        <source>a wait of {0} s</source>
        <translation>ein Warten von {0} s</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a whole number, </source>
        <translation>eine ganze Zahl, </translation>
    </message>
    <message>
        <source>a word or km/h</source>
        <translation>ein Wort oder km/h</translation>
    </message>
    <message>
        <source>a {0} file belongs to a raster but holds none</source>
        <translation>eine {0}-Datei gehört zu einem Raster, enthält aber keines</translation>
    </message>
    <message>
        <source>a {0} file holds no raster</source>
        <translation>eine {0}-Datei enthält kein Raster</translation>
    </message>
    <message>
        <source>access</source>
        <translation>Zugang</translation>
    </message>
    <message>
        <source>after it begins a line of {0} bytes or more, &apos;{1}…&apos;</source>
        <translation>danach beginnt eine Zeile von {0} Bytes oder mehr, &apos;{1}…&apos;</translation>
    </message>
    <message>
        <source>alike within {0} m</source>
        <translation>gleich innerhalb von {0} m</translation>
    </message>
    <message>
        <source>all cells</source>
        <translation>alle Zellen</translation>
    </message>
    <message>
        <source>all distances in the core</source>
        <translation>alle Abstände im Kern</translation>
    </message>
    <message>
        <source>all ground within {0} m of a reached road</source>
        <translation>aller Boden innerhalb von {0} m einer erreichten Straße</translation>
    </message>
    <message>
        <source>all {0} cells</source>
        <translation>alle {0} Zellen</translation>
    </message>
    <message>
        <source>all {0} vertices</source>
        <translation>alle {0} Knoten</translation>
    </message>
    <message>
        <source>along the ground</source>
        <translation>am Boden entlang</translation>
    </message>
    <message>
        <source>an ASCII grid cannot be cloud optimised</source>
        <translation>ein ASCII-Raster kann nicht cloud-optimiert sein</translation>
    </message>
    <message>
        <source>an angle of {0}°</source>
        <translation>ein Winkel von {0}°</translation>
    </message>
    <message>
        <source>an angle of {0}° after {1}°</source>
        <translation>ein Winkel von {0}° nach {1}°</translation>
    </message>
    <message>
        <source>an answer could not be looked at beforehand</source>
        <translation>eine Antwort ließ sich nicht vorab ansehen</translation>
    </message>
    <message>
        <source>an area of {0} × {1} km is too large to be drawn within {2} m</source>
        <translation>ein Gebiet von {0} × {1} km ist zu groß, um auf {2} m genau gezeichnet zu werden</translation>
    </message>
    <message>
        <source>an attribute of more than {0} letters</source>
        <translation>ein Attribut von mehr als {0} Buchstaben</translation>
    </message>
    <message>
        <source>an edge ends at node {0}, which is not there</source>
        <translation>eine Kante endet am Knoten {0}, den es nicht gibt</translation>
    </message>
    <message>
        <source>an empty name</source>
        <translation>ein leerer Name</translation>
    </message>
    <message>
        <source>an extent has no place in the CRS of the grid</source>
        <translation>eine Ausdehnung hat keinen Ort im KBS des Gitters</translation>
    </message>
    <message>
        <source>an extent without an area</source>
        <translation>eine Ausdehnung ohne Fläche</translation>
    </message>
    <message>
        <source>an id is longer than 65536 letters</source>
        <translation>eine Nummer ist länger als 65536 Buchstaben</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>another field of costs</source>
        <translation>ein anderes Feld von Kosten</translation>
    </message>
    <message>
        <source>another field of travel times</source>
        <translation>ein anderes Feld von Reisezeiten</translation>
    </message>
    <message>
        <source>another run works on a matrix there</source>
        <translation>ein anderer Lauf arbeitet dort an einer Matrix</translation>
    </message>
    <message>
        <source>applied</source>
        <translation>angewandt</translation>
    </message>
    <message>
        <source>arc {0} touches vertex {1}; there are {2}</source>
        <translation>Kante {0} berührt Knoten {1}; es gibt {2}</translation>
    </message>
    <message>
        <source>arc {0}; the graph has {1}</source>
        <translation>Kante {0}; das Netz hat {1}</translation>
    </message>
    <message>
        <source>arcs</source>
        <translation>Kanten</translation>
    </message>
    <message>
        <source>areas (area=yes) left out</source>
        <translation>Flächen (area=yes) weggelassen</translation>
    </message>
    <message>
        <source>areas by &apos;{0}&apos;</source>
        <translation>Flächen nach &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>as asked</source>
        <translation>wie verlangt</translation>
    </message>
    <message>
        <source>as if there were none</source>
        <translation>als gäbe es keine</translation>
    </message>
    <message>
        <source>as level ground</source>
        <translation>wie ebener Boden</translation>
    </message>
    <message>
        <source>at most {0}</source>
        <translation>höchstens {0}</translation>
    </message>
    <message>
        <source>band {0} holds complex numbers</source>
        <translation>Band {0} enthält komplexe Zahlen</translation>
    </message>
    <message>
        <source>bands up to {0} s</source>
        <translation>Stufen bis {0} s</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>Barriere</translation>
    </message>
    <message>
        <source>begins with no header of a text grid</source>
        <translation>beginnt nicht mit dem Kopf eines Textrasters</translation>
    </message>
    <message>
        <source>binary data</source>
        <translation>Binärdaten</translation>
    </message>
    <message>
        <source>blocks of {0} cells</source>
        <translation>Blöcke von {0} Zellen</translation>
    </message>
    <message>
        <source>bridge</source>
        <translation>Brücke</translation>
    </message>
    <message>
        <source>bridleway</source>
        <translation>Reitweg</translation>
    </message>
    <message>
        <source>building the graph</source>
        <translation>Netz wird aufgebaut</translation>
    </message>
    <message>
        <source>built-up</source>
        <translation>bebaut</translation>
    </message>
    <message>
        <source>byte {0} to {1}</source>
        <translation>Byte {0} bis {1}</translation>
    </message>
    <message>
        <source>c = {0}: nothing would be left of the time at the threshold</source>
        <translation>c = {0}: An der Schwelle bliebe von der Zeit nichts übrig</translation>
    </message>
    <message>
        <source>cannot be drawn as a base layer: {0}</source>
        <translation>kann nicht als Layer gezeichnet werden: {0}</translation>
    </message>
    <message>
        <source>cannot be placed in the coordinates of {0}: {1}</source>
        <translation>kann nicht in den Koordinaten von {0} liegen: {1}</translation>
    </message>
    <message>
        <source>cannot be re-projected: {0}</source>
        <translation>kann nicht umprojiziert werden: {0}</translation>
    </message>
    <message>
        <source>cannot be read ({0})</source>
        <translation>kann nicht gelesen werden ({0})</translation>
    </message>
    <message>
        <source>cannot be read as drawings: {0}</source>
        <translation>kann nicht als Zeichnungen gelesen werden: {0}</translation>
    </message>
    <message>
        <source>cannot be read as points: {0}</source>
        <translation>kann nicht als Punkte gelesen werden: {0}</translation>
    </message>
    <message>
        <source>cannot be read as text</source>
        <translation>kann nicht als Text gelesen werden</translation>
    </message>
    <message>
        <source>cannot be read to its end: {0}</source>
        <translation>kann nicht zu Ende gelesen werden: {0}</translation>
    </message>
    <message>
        <source>cannot be read, for a reason that quotes text which is not UTF-8</source>
        <translation>kann nicht gelesen werden, aus einem Grund, der Text zitiert, der kein UTF-8 ist</translation>
    </message>
    <message>
        <source>cannot be read: {0}</source>
        <translation>kann nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>cannot be used: {0}</source>
        <translation>kann nicht benutzt werden: {0}</translation>
    </message>
    <message>
        <source>cannot run Isofront ({0})</source>
        <translation>kann Isofront nicht ausführen ({0})</translation>
    </message>
    <message>
        <source>cell is</source>
        <translation>Zelle ist</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>cells and roads</source>
        <translation>Zellen und Straßen</translation>
    </message>
    <message>
        <source>cells are</source>
        <translation>Zellen sind</translation>
    </message>
    <message>
        <source>cells of {0}</source>
        <translation>Zellen von {0}</translation>
    </message>
    <message>
        <source>cells of {0} m</source>
        <translation>Zellen von {0} m</translation>
    </message>
    <message>
        <source>cells of {0} m would be {1} × {2}</source>
        <translation>Zellen von {0} m wären {1} × {2}</translation>
    </message>
    <message>
        <source>cells of {0} that lie in two larger ones</source>
        <translation>Zellen von {0}, die in zwei größeren liegen</translation>
    </message>
    <message>
        <source>cells of {0} vertices do not fit shared memory</source>
        <translation>Zellen von {0} Knoten passen nicht in den gemeinsamen Speicher</translation>
    </message>
    <message>
        <source>cells of {0} vertices with too many ways in and out for a GPU</source>
        <translation>Zellen von {0} Knoten mit zu vielen Ein- und Ausgängen für eine GPU</translation>
    </message>
    <message>
        <source>cells so small that a unit of height is steeper than the model tells apart</source>
        <translation>Zellen so klein, dass eine Einheit der Höhe steiler ist, als das Modell unterscheidet</translation>
    </message>
    <message>
        <source>cells without an area</source>
        <translation>Zellen ohne Fläche</translation>
    </message>
    <message>
        <source>chunk {0} failed {1} times; at last {2}</source>
        <translation>Teil {0} schlug {1}-mal fehl; zuletzt {2}</translation>
    </message>
    <message>
        <source>chunks of another matrix that was to be written there were discarded</source>
        <translation>Teile einer anderen Matrix, die dorthin geschrieben werden sollte, wurden verworfen</translation>
    </message>
    <message>
        <source>chunks of {0} origins</source>
        <translation>Teile von {0} Quellen</translation>
    </message>
    <message>
        <source>class &apos;{0}&apos; has no factor</source>
        <translation>die Klasse „{0}“ hat keinen Faktor</translation>
    </message>
    <message>
        <source>class &apos;{0}&apos; has other numbers than above</source>
        <translation>die Klasse „{0}“ hat andere Zahlen als weiter oben</translation>
    </message>
    <message>
        <source>class {0}</source>
        <translation>Klasse {0}</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>code {0} stands for {1} and {2}</source>
        <translation>Code {0} steht für {1} und für {2}</translation>
    </message>
    <message>
        <source>comes to no end with</source>
        <translation>kommt zu keinem Ende mit dem,</translation>
    </message>
    <message>
        <source>compiled code cannot be kept: {0}</source>
        <translation>übersetzter Code kann nicht behalten werden: {0}</translation>
    </message>
    <message>
        <source>connecting to {0}</source>
        <translation>Verbindung mit {0}</translation>
    </message>
    <message>
        <source>contracting the roads</source>
        <translation>Straßen werden kontrahiert</translation>
    </message>
    <message>
        <source>contracting the roads needs more than it tells</source>
        <translation>die Straßen zu kontrahieren braucht mehr, als es sagt</translation>
    </message>
    <message>
        <source>coordinates cannot be transformed to another CRS: {0}</source>
        <translation>Koordinaten können nicht in ein anderes KBS umgerechnet werden: {0}</translation>
    </message>
    <message>
        <source>coordinates cannot lie in {0}: {1}</source>
        <translation>Koordinaten können nicht in {0} liegen: {1}</translation>
    </message>
    <message>
        <source>coordinates of more than {0}, or none, lie on no map</source>
        <translation>Koordinaten von mehr als {0}, oder keine, liegen auf keiner Karte</translation>
    </message>
    <message>
        <source>costs for one-to-all queries without keeping all levels</source>
        <translation>Kosten für Abfragen von einem zu allen, ohne alle Ebenen zu behalten</translation>
    </message>
    <message>
        <source>costs in {0} cannot be joined with speeds on the ground</source>
        <translation>Kosten in {0} können nicht mit Geschwindigkeiten am Boden verbunden werden</translation>
    </message>
    <message>
        <source>costs in {0} have no speed</source>
        <translation>Kosten in {0} haben keine Geschwindigkeit</translation>
    </message>
    <message>
        <source>costs inside cells of {0} vertices</source>
        <translation>Kosten innerhalb von Zellen von {0} Knoten</translation>
    </message>
    <message>
        <source>costs on {0} devices for {1} parts</source>
        <translation>Kosten auf {0} Geräten für {1} Teile</translation>
    </message>
    <message>
        <source>could not be read ({0})</source>
        <translation>konnte nicht gelesen werden ({0})</translation>
    </message>
    <message>
        <source>could not be written ({0})</source>
        <translation>konnte nicht geschrieben werden ({0})</translation>
    </message>
    <message>
        <source>count as barriers</source>
        <translation>gelten als Barrieren</translation>
    </message>
    <message>
        <source>counting people</source>
        <translation>Einwohner werden gezählt</translation>
    </message>
    <message>
        <source>counts as a barrier</source>
        <translation>gilt als Barriere</translation>
    </message>
    <message>
        <source>counts in {0}</source>
        <translation>zählt in {0}</translation>
    </message>
    <message>
        <source>crashes on</source>
        <translation>stürzt ab an dem,</translation>
    </message>
    <message>
        <source>crops</source>
        <translation>Äcker</translation>
    </message>
    <message>
        <source>customizable route planning on these roads</source>
        <translation>anpassbare Routenplanung auf diesen Straßen</translation>
    </message>
    <message>
        <source>customizing cells of {0} vertices</source>
        <translation>Zellen von {0} Knoten werden angepasst</translation>
    </message>
    <message>
        <source>customizing, {0} of {1}</source>
        <translation>Anpassung {0} von {1}</translation>
    </message>
    <message>
        <source>cutting roads</source>
        <translation>Straßen werden geschnitten</translation>
    </message>
    <message>
        <source>cycleway</source>
        <translation>Radweg</translation>
    </message>
    <message>
        <source>decoding metrics of these roads on the GPU</source>
        <translation>Kostenmodelle dieser Straßen auf der GPU zu entschlüsseln</translation>
    </message>
    <message>
        <source>delay of {0} s</source>
        <translation>Verzögerung von {0} s</translation>
    </message>
    <message>
        <source>destination is</source>
        <translation>Ziel ist</translation>
    </message>
    <message>
        <source>destinations are</source>
        <translation>Ziele sind</translation>
    </message>
    <message>
        <source>direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>does not hold what was written to it</source>
        <translation>enthält nicht, was hineingeschrieben wurde</translation>
    </message>
    <message>
        <source>drawing areas</source>
        <translation>Flächen werden gezeichnet</translation>
    </message>
    <message>
        <source>drawing isochrones</source>
        <translation>Isochronen werden gezeichnet</translation>
    </message>
    <message>
        <source>drawing isolines</source>
        <translation>Isolinien werden gezeichnet</translation>
    </message>
    <message>
        <source>drawing picture {0} of {1}</source>
        <translation>Bild {0} von {1} wird gezeichnet</translation>
    </message>
    <message>
        <source>drawing times on cells</source>
        <translation>Zeiten werden auf Zellen gezeichnet</translation>
    </message>
    <message>
        <source>eight directions</source>
        <translation>acht Richtungen</translation>
    </message>
    <message>
        <source>elevation</source>
        <translation>Höhen</translation>
    </message>
    <message>
        <source>factor {0}</source>
        <translation>Faktor {0}</translation>
    </message>
    <message>
        <source>ferry</source>
        <translation>Fähre</translation>
    </message>
    <message>
        <source>fewer than two angles</source>
        <translation>weniger als zwei Winkel</translation>
    </message>
    <message>
        <source>ffmpeg did not write it: {0}</source>
        <translation>ffmpeg hat es nicht geschrieben: {0}</translation>
    </message>
    <message>
        <source>files of type &apos;{0}&apos; are not written here</source>
        <translation>Dateien der Art &apos;{0}&apos; werden hier nicht geschrieben</translation>
    </message>
    <message>
        <source>finding turn restrictions</source>
        <translation>Abbiegeverbote werden gesucht</translation>
    </message>
    <message>
        <source>flag factor</source>
        <translation>Merkmalsfaktor</translation>
    </message>
    <message>
        <source>footway</source>
        <translation>Fußweg</translation>
    </message>
    <message>
        <source>for a reason that is not UTF-8</source>
        <translation>aus einem Grund, der kein UTF-8 ist</translation>
    </message>
    <message>
        <source>fraction {0} of an arc</source>
        <translation>Anteil {0} einer Kante</translation>
    </message>
    <message>
        <source>from line {0}</source>
        <translation>ab Zeile {0}</translation>
    </message>
    <message>
        <source>from the starts</source>
        <translation>von den Startpunkten</translation>
    </message>
    <message>
        <source>from {0} to {1}: {2}</source>
        <translation>von {0} bis {1}: {2}</translation>
    </message>
    <message>
        <source>given costs &apos;{0}&apos;</source>
        <translation>gegebene Kosten &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>given speed</source>
        <translation>vorgegebene Geschwindigkeit</translation>
    </message>
    <message>
        <source>ground alone</source>
        <translation>nur Boden</translation>
    </message>
    <message>
        <source>guessed from names and values of fields: {0}</source>
        <translation>aus Namen und Werten der Felder erraten: {0}</translation>
    </message>
    <message>
        <source>has a CRS, and the grid has none</source>
        <translation>hat ein KBS, und das Gitter hat keines</translation>
    </message>
    <message>
        <source>has a point without coordinates</source>
        <translation>hat einen Punkt ohne Koordinaten</translation>
    </message>
    <message>
        <source>has a point without coordinates, or beyond all maps</source>
        <translation>hat einen Punkt ohne Koordinaten, oder jenseits aller Karten</translation>
    </message>
    <message>
        <source>has another CRS than {0}</source>
        <translation>hat ein anderes KBS als {0}</translation>
    </message>
    <message>
        <source>has cells without an area</source>
        <translation>hat Zellen ohne Fläche</translation>
    </message>
    <message>
        <source>has codes that no class names: {0}</source>
        <translation>hat Codes, die keine Klasse nennt: {0}</translation>
    </message>
    <message>
        <source>has control characters</source>
        <translation>enthält Steuerzeichen</translation>
    </message>
    <message>
        <source>has heights down to {0} m, below all seas</source>
        <translation>hat Höhen bis hinab zu {0} m, unter allen Meeren</translation>
    </message>
    <message>
        <source>has heights up to {0} m, above all mountains</source>
        <translation>hat Höhen bis {0} m, höher als alle Berge</translation>
    </message>
    <message>
        <source>has more than {0} MiB</source>
        <translation>hat mehr als {0} MiB</translation>
    </message>
    <message>
        <source>has more than {0} bytes</source>
        <translation>hat mehr als {0} Bytes</translation>
    </message>
    <message>
        <source>has more than {0} letters</source>
        <translation>hat mehr als {0} Buchstaben</translation>
    </message>
    <message>
        <source>has no &apos;{0}&apos;</source>
        <translation>hat kein „{0}“</translation>
    </message>
    <message>
        <source>has no coordinates</source>
        <translation>hat keine Koordinaten</translation>
    </message>
    <message>
        <source>has no name, no vehicle or no speeds</source>
        <translation>hat keinen Namen, kein Fahrzeug oder keine Geschwindigkeiten</translation>
    </message>
    <message>
        <source>has no place</source>
        <translation>hat keinen Ort</translation>
    </message>
    <message>
        <source>has no place in the CRS of {0}</source>
        <translation>hat keinen Ort im KBS von {0}</translation>
    </message>
    <message>
        <source>has no places</source>
        <translation>hat keine Orte</translation>
    </message>
    <message>
        <source>has no position</source>
        <translation>hat keine Position</translation>
    </message>
    <message>
        <source>has no source &apos;{0}&apos;</source>
        <translation>hat keine Quelle „{0}“</translation>
    </message>
    <message>
        <source>has no source to open</source>
        <translation>hat keine Datei, die zu öffnen wäre</translation>
    </message>
    <message>
        <source>has no unit of length</source>
        <translation>hat keine Längeneinheit</translation>
    </message>
    <message>
        <source>has no worker that can do this: {0}{1}: {2}</source>
        <translation>hat keinen Arbeiter, der das kann: {0}{1}: {2}</translation>
    </message>
    <message>
        <source>has no workers</source>
        <translation>hat keine Arbeiter</translation>
    </message>
    <message>
        <source>has speeds up to {0} km/h</source>
        <translation>hat Geschwindigkeiten bis {0} km/h</translation>
    </message>
    <message>
        <source>heights differ by {0} m between neighbouring cells</source>
        <translation>Höhen benachbarter Zellen unterscheiden sich um {0} m</translation>
    </message>
    <message>
        <source>heights of {0} cells for a raster of {1}</source>
        <translation>Höhen von {0} Zellen für ein Raster von {1}</translation>
    </message>
    <message>
        <source>holds lines only, and nothing says how wide they are</source>
        <translation>enthält nur Linien, und nichts sagt, wie breit sie sind</translation>
    </message>
    <message>
        <source>holds more bytes than its header has values for</source>
        <translation>enthält mehr Bytes, als sein Kopf Werte hat</translation>
    </message>
    <message>
        <source>holds no band</source>
        <translation>enthält kein Band</translation>
    </message>
    <message>
        <source>holds no class</source>
        <translation>enthält keine Klasse</translation>
    </message>
    <message>
        <source>holds no data but names {0}, {1}</source>
        <translation>enthält keine Daten, sondern nennt {0}, {1}</translation>
    </message>
    <message>
        <source>holds {0} rasters: {1}</source>
        <translation>enthält {0} Raster: {1}</translation>
    </message>
    <message>
        <source>holds {0} values where the header says {1} columns</source>
        <translation>enthält {0} Werte, wo der Kopf {1} Spalten nennt</translation>
    </message>
    <message>
        <source>holds {0}, and no time is below 0</source>
        <translation>enthält {0}, und keine Zeit ist unter 0</translation>
    </message>
    <message>
        <source>how ground and roads are one</source>
        <translation>wie Boden und Straßen verbunden sind</translation>
    </message>
    <message>
        <source>how the file is read</source>
        <translation>wie die Datei gelesen wird</translation>
    </message>
    <message>
        <source>how the vehicle drives</source>
        <translation>wie das Fahrzeug fährt</translation>
    </message>
    <message>
        <source>hundredths of km/h have no place in this format</source>
        <translation>Hundertstel km/h haben in diesem Format keinen Platz</translation>
    </message>
    <message>
        <source>ids of nodes are words: they are numbered from 0 in the file&apos;s order</source>
        <translation>Nummern von Knoten sind Wörter: Sie werden in der Reihenfolge der Datei ab 0 nummeriert</translation>
    </message>
    <message>
        <source>in &apos;{0}&apos;, {1} is read as along the line, {2} as against it</source>
        <translation>in &apos;{0}&apos; wird {1} als mit der Linie gelesen, {2} als gegen sie</translation>
    </message>
    <message>
        <source>indexing roads</source>
        <translation>Straßen werden indiziert</translation>
    </message>
    <message>
        <source>internal error</source>
        <translation>interner Fehler</translation>
    </message>
    <message>
        <source>internal error: {0}: {1}</source>
        <translation>interner Fehler: {0}: {1}</translation>
    </message>
    <message>
        <source>is Isofront {0}, not {1}</source>
        <translation>ist Isofront {0}, nicht {1}</translation>
    </message>
    <message>
        <source>is JSON, but no GeoJSON: it says nothing of its type</source>
        <translation>ist JSON, aber kein GeoJSON: Sie sagt nichts über ihren Typ</translation>
    </message>
    <message>
        <source>is a folder</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>is a header without its data file</source>
        <translation>ist ein Kopf ohne seine Datendatei</translation>
    </message>
    <message>
        <source>is an input of this recipe</source>
        <translation>ist eine Eingabe dieses Rezepts</translation>
    </message>
    <message>
        <source>is cut short or was never finished</source>
        <translation>ist abgeschnitten oder wurde nie fertig</translation>
    </message>
    <message>
        <source>is damaged</source>
        <translation>ist beschädigt</translation>
    </message>
    <message>
        <source>is damaged after byte {0}</source>
        <translation>ist nach Byte {0} beschädigt</translation>
    </message>
    <message>
        <source>is damaged at its end</source>
        <translation>ist am Ende beschädigt</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>ist verschlüsselt</translation>
    </message>
    <message>
        <source>is in no file, so that no project can name it</source>
        <translation>liegt in keiner Datei, sodass kein Projekt es nennen kann</translation>
    </message>
    <message>
        <source>is in no raster format that can be read</source>
        <translation>ist in keinem lesbaren Rasterformat</translation>
    </message>
    <message>
        <source>is larger than {0} MiB, and only says how to read a raster</source>
        <translation>ist größer als {0} MiB und sagt nur, wie ein Raster zu lesen ist</translation>
    </message>
    <message>
        <source>is neither a file nor a folder</source>
        <translation>ist weder eine Datei noch ein Ordner</translation>
    </message>
    <message>
        <source>is no CSV ({0})</source>
        <translation>ist kein CSV ({0})</translation>
    </message>
    <message>
        <source>is no Isofront project</source>
        <translation>ist kein Isofront-Projekt</translation>
    </message>
    <message>
        <source>is no TOML ({0})</source>
        <translation>ist kein TOML ({0})</translation>
    </message>
    <message>
        <source>is no TOML: {0}</source>
        <translation>ist kein TOML: {0}</translation>
    </message>
    <message>
        <source>is no file</source>
        <translation>ist keine Datei</translation>
    </message>
    <message>
        <source>is no name of a file</source>
        <translation>ist kein Name einer Datei</translation>
    </message>
    <message>
        <source>is no recipe</source>
        <translation>ist kein Rezept</translation>
    </message>
    <message>
        <source>is no table: {0}</source>
        <translation>ist keine Tabelle: {0}</translation>
    </message>
    <message>
        <source>is no text in UTF-8</source>
        <translation>ist kein Text in UTF-8</translation>
    </message>
    <message>
        <source>is not JSON ({0})</source>
        <translation>ist kein JSON ({0})</translation>
    </message>
    <message>
        <source>is not a CSV file ({0})</source>
        <translation>ist keine CSV-Datei ({0})</translation>
    </message>
    <message>
        <source>is not a JSON object</source>
        <translation>ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>is not a point</source>
        <translation>ist kein Punkt</translation>
    </message>
    <message>
        <source>is not a point, line or area</source>
        <translation>ist weder Punkt noch Linie noch Fläche</translation>
    </message>
    <message>
        <source>is not a road graph</source>
        <translation>ist kein Straßennetz</translation>
    </message>
    <message>
        <source>is not a zip archive, or a damaged one</source>
        <translation>ist kein Zip-Archiv, oder ein beschädigtes</translation>
    </message>
    <message>
        <source>is not known</source>
        <translation>ist nicht bekannt</translation>
    </message>
    <message>
        <source>is not one for places on a map</source>
        <translation>ist keines für Orte auf einer Karte</translation>
    </message>
    <message>
        <source>is not text in UTF-8</source>
        <translation>ist kein Text in UTF-8</translation>
    </message>
    <message>
        <source>is not valid XML: {0}</source>
        <translation>ist kein gültiges XML: {0}</translation>
    </message>
    <message>
        <source>is of version {0}, and this Isofront reads up to {1}</source>
        <translation>ist von Version {0}, und dieses Isofront liest bis {1}</translation>
    </message>
    <message>
        <source>is of version {0}, this program knows {1}</source>
        <translation>hat Version {0}, dieses Programm kennt {1}</translation>
    </message>
    <message>
        <source>is placed by control points, not by a grid of cells</source>
        <translation>ist durch Passpunkte verortet, nicht durch ein Raster von Zellen</translation>
    </message>
    <message>
        <source>is too large for a recipe</source>
        <translation>ist zu groß für ein Rezept</translation>
    </message>
    <message>
        <source>isochrone band</source>
        <translation>Isochronenstufe</translation>
    </message>
    <message>
        <source>isochrones</source>
        <translation>Isochronen</translation>
    </message>
    <message>
        <source>isofront[cuda12] or isofront[cuda13]</source>
        <translation>isofront[cuda12] oder isofront[cuda13]</translation>
    </message>
    <message>
        <source>isolines</source>
        <translation>Isolinien</translation>
    </message>
    <message>
        <source>it begins with other bytes</source>
        <translation>sie beginnt mit anderen Bytes</translation>
    </message>
    <message>
        <source>it cannot be opened ({0})</source>
        <translation>sie lässt sich nicht öffnen ({0})</translation>
    </message>
    <message>
        <source>it comes from a machine of another kind</source>
        <translation>sie stammt von einem Rechner anderer Art</translation>
    </message>
    <message>
        <source>it does not hold what was written to it</source>
        <translation>es enthält nicht, was hineingeschrieben wurde</translation>
    </message>
    <message>
        <source>it ends before &apos;{0}&apos; does</source>
        <translation>sie endet vor &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>it has neither a preset nor a vehicle with speeds</source>
        <translation>es hat weder eine Vorlage noch ein Fahrzeug mit Geschwindigkeiten</translation>
    </message>
    <message>
        <source>it holds no layer</source>
        <translation>sie enthält keinen Layer</translation>
    </message>
    <message>
        <source>it holds no picture</source>
        <translation>sie enthält kein Bild</translation>
    </message>
    <message>
        <source>it is in no format of layers</source>
        <translation>sie ist in keinem Format mit Layern</translation>
    </message>
    <message>
        <source>it is not UTF-8</source>
        <translation>es ist kein UTF-8</translation>
    </message>
    <message>
        <source>it is not a partition</source>
        <translation>sie ist keine Partition</translation>
    </message>
    <message>
        <source>it is of another chunk</source>
        <translation>sie ist von einem anderen Teil</translation>
    </message>
    <message>
        <source>it is of another version</source>
        <translation>sie ist von einer anderen Version</translation>
    </message>
    <message>
        <source>it is of other roads</source>
        <translation>sie ist von anderen Straßen</translation>
    </message>
    <message>
        <source>it is of version {0}, not {1}</source>
        <translation>sie ist von Version {0}, nicht {1}</translation>
    </message>
    <message>
        <source>it was made from another source</source>
        <translation>sie entstand aus einer anderen Quelle</translation>
    </message>
    <message>
        <source>its .hdr or .prj would take the place of that of {0}, an input</source>
        <translation>seine .hdr oder .prj träte an die Stelle der von {0}, einer Eingabe</translation>
    </message>
    <message>
        <source>its CRS is not understood</source>
        <translation>sein KBS wird nicht verstanden</translation>
    </message>
    <message>
        <source>its XML cannot be read: {0}</source>
        <translation>ihr XML kann nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>its answer is damaged: {0}</source>
        <translation>seine Antwort ist beschädigt: {0}</translation>
    </message>
    <message>
        <source>its answer went with it</source>
        <translation>seine Antwort ging mit ihm</translation>
    </message>
    <message>
        <source>its arcs are not those of {0}</source>
        <translation>ihre Kanten sind nicht die von {0}</translation>
    </message>
    <message>
        <source>its cells are in degrees ({0})</source>
        <translation>seine Zellen sind in Grad ({0})</translation>
    </message>
    <message>
        <source>its cells are in degrees or its grid is rotated</source>
        <translation>seine Zellen sind in Grad, oder sein Raster ist gedreht</translation>
    </message>
    <message>
        <source>its cells are lengths already: not re-projected</source>
        <translation>seine Zellen sind schon Längen: nicht umprojiziert</translation>
    </message>
    <message>
        <source>its cells are {0} × {1} units large</source>
        <translation>seine Zellen sind {0} × {1} Einheiten groß</translation>
    </message>
    <message>
        <source>its cells lie {0} units from the origin of its coordinates</source>
        <translation>seine Zellen liegen {0} Einheiten vom Ursprung seiner Koordinaten</translation>
    </message>
    <message>
        <source>its checksum differs</source>
        <translation>ihre Prüfsumme weicht ab</translation>
    </message>
    <message>
        <source>its coordinate reference system cannot be read</source>
        <translation>das Koordinatenbezugssystem kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>its file {0} ({1}) is gone, and is not beside the project either</source>
        <translation>seine Datei {0} ({1}) ist weg und liegt auch nicht neben dem Projekt</translation>
    </message>
    <message>
        <source>its geometry, &apos;{0}&apos;, is not a LINESTRING</source>
        <translation>ihre Geometrie, &apos;{0}&apos;, ist kein LINESTRING</translation>
    </message>
    <message>
        <source>its header is damaged</source>
        <translation>ihr Kopf ist beschädigt</translation>
    </message>
    <message>
        <source>its heights are in &apos;{0}&apos;</source>
        <translation>seine Höhen sind in „{0}“</translation>
    </message>
    <message>
        <source>its memory is exhausted</source>
        <translation>sein Speicher ist erschöpft</translation>
    </message>
    <message>
        <source>its name is not in UTF-8, and GDAL reads no other</source>
        <translation>ihr Name ist nicht in UTF-8, und andere liest GDAL nicht</translation>
    </message>
    <message>
        <source>its name is not in UTF-8, which recipes are written in</source>
        <translation>der Name ist nicht in UTF-8, worin Rezepte geschrieben sind</translation>
    </message>
    <message>
        <source>its only {0} cannot</source>
        <translation>ihr einziger {0} kann es nicht</translation>
    </message>
    <message>
        <source>its parts do not fit together</source>
        <translation>ihre Teile passen nicht zusammen</translation>
    </message>
    <message>
        <source>its places are in another CRS than what it opens now</source>
        <translation>seine Orte liegen in einem anderen KBS als das, was es jetzt öffnet</translation>
    </message>
    <message>
        <source>its rows and columns run in the same direction</source>
        <translation>seine Zeilen und Spalten laufen in dieselbe Richtung</translation>
    </message>
    <message>
        <source>its rows lean</source>
        <translation>seine Zeilen sind schräg</translation>
    </message>
    <message>
        <source>its speeds are in a temporary file, for want of memory</source>
        <translation>seine Geschwindigkeiten liegen aus Mangel an Speicher in einer temporären Datei</translation>
    </message>
    <message>
        <source>its vertices have no coordinates</source>
        <translation>seine Knoten haben keine Koordinaten</translation>
    </message>
    <message>
        <source>its {0} lines hold {1} values: are ncols and nrows swapped?</source>
        <translation>seine {0} Zeilen enthalten {1} Werte: Sind ncols und nrows vertauscht?</translation>
    </message>
    <message>
        <source>its {0} segments are too long to be compared with each other</source>
        <translation>seine {0} Abschnitte sind zu lang, um miteinander verglichen zu werden</translation>
    </message>
    <message>
        <source>its {0}, &apos;{1}&apos;, is not a number</source>
        <translation>{0} darin, &apos;{1}&apos;, ist keine Zahl</translation>
    </message>
    <message>
        <source>its {0}, &apos;{1}&apos;, is not a valid number</source>
        <translation>{0} darin, &apos;{1}&apos;, ist keine gültige Zahl</translation>
    </message>
    <message>
        <source>joining roads and terrain</source>
        <translation>Straßen und Gelände werden verbunden</translation>
    </message>
    <message>
        <source>knows no slopes</source>
        <translation>kennt keine Steigungen</translation>
    </message>
    <message>
        <source>land cover</source>
        <translation>Landbedeckung</translation>
    </message>
    <message>
        <source>land-cover classes</source>
        <translation>Klassen der Landbedeckung</translation>
    </message>
    <message>
        <source>laying out {0}</source>
        <translation>{0} wird angelegt</translation>
    </message>
    <message>
        <source>least travel time</source>
        <translation>kürzeste Reisezeit</translation>
    </message>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>lengths along the ground, and a lambda, which counts them on the map</source>
        <translation>Längen entlang des Geländes, und ein Lambda, das sie auf der Karte zählt</translation>
    </message>
    <message>
        <source>less than 1e-06 %</source>
        <translation>weniger als 1e-06 %</translation>
    </message>
    <message>
        <source>less than a millisecond</source>
        <translation>weniger als eine Millisekunde</translation>
    </message>
    <message>
        <source>libraries that write this format take only names in UTF-8</source>
        <translation>Bibliotheken, die dieses Format schreiben, nehmen nur Namen in UTF-8</translation>
    </message>
    <message>
        <source>lies elsewhere: it has no cell in the grid</source>
        <translation>liegt anderswo: keine Zelle davon ist im Raster</translation>
    </message>
    <message>
        <source>lies elsewhere: nothing of it is on the grid</source>
        <translation>liegt anderswo: nichts davon ist im Raster</translation>
    </message>
    <message>
        <source>limits from {0} to {1}</source>
        <translation>Grenzen von {0} bis {1}</translation>
    </message>
    <message>
        <source>lines cross {0} times without a common point: split there</source>
        <translation>Linien kreuzen sich {0}-mal ohne gemeinsamen Punkt: dort geteilt</translation>
    </message>
    <message>
        <source>lines {0} m wide</source>
        <translation>Linien von {0} m Breite</translation>
    </message>
    <message>
        <source>linking isochrones</source>
        <translation>Isochronen werden verbunden</translation>
    </message>
    <message>
        <source>linking isolines</source>
        <translation>Isolinien werden verbunden</translation>
    </message>
    <message>
        <source>living street</source>
        <translation>Spielstraße</translation>
    </message>
    <message>
        <source>looking for the places</source>
        <translation>Orte werden gesucht</translation>
    </message>
    <message>
        <source>looking for the way</source>
        <translation>Weg wird gesucht</translation>
    </message>
    <message>
        <source>lost all workers again and again</source>
        <translation>verlor immer wieder alle Arbeiter</translation>
    </message>
    <message>
        <source>mangrove</source>
        <translation>Mangroven</translation>
    </message>
    <message>
        <source>max_speed is &apos;{0}&apos;</source>
        <translation>max_speed ist „{0}“</translation>
    </message>
    <message>
        <source>may not be written, or another program holds it open</source>
        <translation>darf nicht geschrieben werden, oder ein anderes Programm hält sie offen</translation>
    </message>
    <message>
        <source>may take a while</source>
        <translation>kann eine Weile dauern</translation>
    </message>
    <message>
        <source>measuring distances from roads</source>
        <translation>Abstände von Straßen werden gemessen</translation>
    </message>
    <message>
        <source>measuring energy</source>
        <translation>Energie wird gemessen</translation>
    </message>
    <message>
        <source>metres off the road counted, up to {0} m from a road</source>
        <translation>Meter abseits der Straße gezählt, bis {0} m von einer Straße</translation>
    </message>
    <message>
        <source>mezzanine levels {0}</source>
        <translation>Zwischenebenen {0}</translation>
    </message>
    <message>
        <source>more than {0} elements lie in each other</source>
        <translation>mehr als {0} Elemente liegen ineinander</translation>
    </message>
    <message>
        <source>more than {0} pieces of outline</source>
        <translation>mehr als {0} Stücke Umriss</translation>
    </message>
    <message>
        <source>moss and lichen</source>
        <translation>Moos und Flechten</translation>
    </message>
    <message>
        <source>motorway</source>
        <translation>Autobahn</translation>
    </message>
    <message>
        <source>motorway link</source>
        <translation>Autobahnauffahrt</translation>
    </message>
    <message>
        <source>motorways without a sign have the limit of {0} (by coordinates)</source>
        <translation>Autobahnen ohne Schild haben das Tempolimit von {0} (nach Koordinaten)</translation>
    </message>
    <message>
        <source>names a CRS that is not understood</source>
        <translation>nennt ein KBS, das nicht verstanden wird</translation>
    </message>
    <message>
        <source>names files that name files, too many to follow</source>
        <translation>nennt Dateien, die Dateien nennen, zu viele, um zu folgen</translation>
    </message>
    <message>
        <source>names no CRS</source>
        <translation>nennt kein KBS</translation>
    </message>
    <message>
        <source>names no CRS that it could be re-projected from</source>
        <translation>nennt kein KBS, aus dem umprojiziert werden könnte</translation>
    </message>
    <message>
        <source>names no CRS, and its coordinates look like degrees</source>
        <translation>nennt kein KBS, und die Koordinaten sehen nach Graden aus</translation>
    </message>
    <message>
        <source>names no CRS, and the grid has one</source>
        <translation>nennt kein KBS, und das Raster hat eines</translation>
    </message>
    <message>
        <source>names no CRS, so starts cannot be transformed</source>
        <translation>nennt kein KBS, also können Startpunkte nicht umgerechnet werden</translation>
    </message>
    <message>
        <source>names no CRS, so that roads and raster cannot be laid over each other</source>
        <translation>nennt kein KBS, so dass Straßen und Raster nicht übereinandergelegt werden können</translation>
    </message>
    <message>
        <source>names no input</source>
        <translation>nennt keine Eingabe</translation>
    </message>
    <message>
        <source>needs either a raster of classes or fractions</source>
        <translation>braucht entweder ein Raster von Klassen oder Anteile (fractions)</translation>
    </message>
    <message>
        <source>nests too deep for a metric</source>
        <translation>ist zu tief geschachtelt für ein Kostenmodell</translation>
    </message>
    <message>
        <source>nests too deep, or holds a number of too many digits</source>
        <translation>ist zu tief geschachtelt, oder enthält eine Zahl mit zu vielen Ziffern</translation>
    </message>
    <message>
        <source>netCDF raster</source>
        <translation>netCDF-Raster</translation>
    </message>
    <message>
        <source>no CRS: cell sizes are taken as metres, and exports carry none</source>
        <translation>kein KBS: Zellgrößen gelten als Meter, und Exporte tragen keines</translation>
    </message>
    <message>
        <source>no CRS: the coordinates are taken as degrees of WGS 84</source>
        <translation>kein KBS: Die Koordinaten gelten als Grad von WGS 84</translation>
    </message>
    <message>
        <source>no Dask scheduler answers within {0} s</source>
        <translation>kein Dask-Scheduler antwortet innerhalb von {0} s</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>keine GPU</translation>
    </message>
    <message>
        <source>no GPU can be used: {0}</source>
        <translation>keine GPU ist nutzbar: {0}</translation>
    </message>
    <message>
        <source>no GPU to customize on</source>
        <translation>keine GPU zum Anpassen</translation>
    </message>
    <message>
        <source>no UTM zone fits so large an area, or one so close to a pole</source>
        <translation>keine UTM-Zone passt zu einem so großen Gebiet, oder so nahe an einem Pol</translation>
    </message>
    <message>
        <source>no algorithm &apos;{0}&apos;{1}</source>
        <translation>kein Verfahren &apos;{0}&apos;{1}</translation>
    </message>
    <message>
        <source>no answer in {0} s</source>
        <translation>keine Antwort in {0} s</translation>
    </message>
    <message>
        <source>no backend &apos;{0}&apos;</source>
        <translation>kein Backend &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>no backend is named</source>
        <translation>kein Backend ist genannt</translation>
    </message>
    <message>
        <source>no blanks between the values</source>
        <translation>keine Leerzeichen zwischen den Werten</translation>
    </message>
    <message>
        <source>no block of OSM PBF starts here</source>
        <translation>hier beginnt kein Block von OSM PBF</translation>
    </message>
    <message>
        <source>no cell can be entered: none is above 0</source>
        <translation>keine Zelle ist passierbar: keine liegt über 0</translation>
    </message>
    <message>
        <source>no cell has a height</source>
        <translation>keine Zelle hat eine Höhe</translation>
    </message>
    <message>
        <source>no cell holds 255, the value to be taken as undefined</source>
        <translation>keine Zelle enthält 255, den Wert für undefiniert</translation>
    </message>
    <message>
        <source>no cell holds a speed: all are no data</source>
        <translation>keine Zelle enthält eine Geschwindigkeit: alle sind ohne Daten</translation>
    </message>
    <message>
        <source>no cell is above {0} km/h: are these seconds per metre, or other units?</source>
        <translation>keine Zelle liegt über {0} km/h: Sind dies Sekunden je Meter, oder andere Einheiten?</translation>
    </message>
    <message>
        <source>no cell is below {0} km/h: are these elevations, or other units?</source>
        <translation>keine Zelle liegt unter {0} km/h: Sind dies Höhen, oder andere Einheiten?</translation>
    </message>
    <message>
        <source>no cell is open: none of {0} has {1}</source>
        <translation>keine Zelle ist offen: keine von {0} hat {1}</translation>
    </message>
    <message>
        <source>no cell is open: {0} are barriers and {1} undefined</source>
        <translation>keine Zelle ist offen: {0} sind Barrieren und {1} undefiniert</translation>
    </message>
    <message>
        <source>no cell of this raster can be entered</source>
        <translation>keine Zelle dieses Rasters ist passierbar</translation>
    </message>
    <message>
        <source>no coordinates: there is no .co file beside it</source>
        <translation>keine Koordinaten: Es liegt keine .co-Datei daneben</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>no elevation</source>
        <translation>keine Höhen</translation>
    </message>
    <message>
        <source>no georeferencing: cells of 1 × 1 m are assumed</source>
        <translation>keine Georeferenz: Zellen von 1 × 1 m werden angenommen</translation>
    </message>
    <message>
        <source>no given speed</source>
        <translation>keine Geschwindigkeit</translation>
    </message>
    <message>
        <source>no hour chosen</source>
        <translation>keine Stunde gewählt</translation>
    </message>
    <message>
        <source>no land cover</source>
        <translation>keine Landbedeckung</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>kein Name</translation>
    </message>
    <message>
        <source>no origin</source>
        <translation>keine Quelle</translation>
    </message>
    <message>
        <source>no parameter {0}</source>
        <translation>kein Parameter {0}</translation>
    </message>
    <message>
        <source>no raster among {0}</source>
        <translation>kein Raster unter {0}</translation>
    </message>
    <message>
        <source>no re-projection is called &apos;{0}&apos;</source>
        <translation>keine Umprojektion heißt &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>no road has two nodes that the file holds</source>
        <translation>keine Straße hat zwei Knoten, die die Datei enthält</translation>
    </message>
    <message>
        <source>no road is open with the metric &apos;{0}&apos;</source>
        <translation>keine Straße ist mit dem Kostenmodell &apos;{0}&apos; offen</translation>
    </message>
    <message>
        <source>no road is reached</source>
        <translation>keine Straße wird erreicht</translation>
    </message>
    <message>
        <source>no road is reached within the limits</source>
        <translation>keine Straße wird innerhalb der Grenzen erreicht</translation>
    </message>
    <message>
        <source>no road lies under any of its {0} drawings</source>
        <translation>keine Straße liegt unter einer der {0} Zeichnungen</translation>
    </message>
    <message>
        <source>no road lies under its drawing</source>
        <translation>unter der Zeichnung darin liegt keine Straße</translation>
    </message>
    <message>
        <source>no road that is open lies on the ground of {0}</source>
        <translation>keine offene Straße liegt auf dem Boden von {0}</translation>
    </message>
    <message>
        <source>no roads</source>
        <translation>keine Straßen</translation>
    </message>
    <message>
        <source>no roads are open</source>
        <translation>keine Straßen sind offen</translation>
    </message>
    <message>
        <source>no row &apos;{0}&apos; with {1} mezzanine levels in the paper&apos;s table 1</source>
        <translation>keine Zeile „{0}“ mit {1} Zwischenebenen in Tabelle 1 der Veröffentlichung</translation>
    </message>
    <message>
        <source>no slope model &apos;{0}&apos;</source>
        <translation>kein Steigungsmodell „{0}“</translation>
    </message>
    <message>
        <source>no slopes with this algorithm</source>
        <translation>keine Steigungen mit diesem Verfahren</translation>
    </message>
    <message>
        <source>no straight lines between many places on the {0}</source>
        <translation>keine geraden Linien zwischen vielen Orten auf der {0}</translation>
    </message>
    <message>
        <source>no straight lines with this algorithm</source>
        <translation>keine geraden Linien mit diesem Verfahren</translation>
    </message>
    <message>
        <source>no video encoder was found, so that MP4 cannot be written here</source>
        <translation>kein Video-Encoder gefunden, so dass hier kein MP4 geschrieben werden kann</translation>
    </message>
    <message>
        <source>no, cancelled: times are upper bounds</source>
        <translation>nein, abgebrochen: Zeiten sind obere Schranken</translation>
    </message>
    <message>
        <source>nobody knows what covers the ground under &apos;{0}&apos;</source>
        <translation>niemand weiß, was bei „{0}“ den Boden bedeckt</translation>
    </message>
    <message>
        <source>nobody knows what its codes mean</source>
        <translation>niemand weiß, was seine Codes bedeuten</translation>
    </message>
    <message>
        <source>node {0} lies at longitude {1}, latitude {2}</source>
        <translation>Knoten {0} liegt bei Länge {1}, Breite {2}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>none of its {0} ways is among the roads</source>
        <translation>keiner der {0} Wege ist unter den Straßen</translation>
    </message>
    <message>
        <source>none of its {0} {1} can</source>
        <translation>keiner seiner {0} {1} kann es</translation>
    </message>
    <message>
        <source>north {0}, south {1}, east {2}, west {3} enclose nothing</source>
        <translation>Norden {0}, Süden {1}, Osten {2}, Westen {3} umschließen nichts</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>nicht genug Speicher</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>not reported by the CPU</source>
        <translation>von der CPU nicht gemeldet</translation>
    </message>
    <message>
        <source>not reported by the driver</source>
        <translation>vom Treiber nicht gemeldet</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>nicht verstanden</translation>
    </message>
    <message>
        <source>nothing is closed</source>
        <translation>nichts ist gesperrt</translation>
    </message>
    <message>
        <source>nothing is open</source>
        <translation>nichts ist geöffnet</translation>
    </message>
    <message>
        <source>nothing says how large the cells are</source>
        <translation>nichts sagt, wie groß die Zellen sind</translation>
    </message>
    <message>
        <source>nothing says where the cells lie</source>
        <translation>nichts sagt, wo die Zellen liegen</translation>
    </message>
    <message>
        <source>number of the first start</source>
        <translation>Nummer des ersten Startpunkts</translation>
    </message>
    <message>
        <source>number of the nearest origin</source>
        <translation>Nummer der nächsten Quelle</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>on a barrier (0 km/h)</source>
        <translation>auf einer Barriere (0 km/h)</translation>
    </message>
    <message>
        <source>on a cell that cannot be entered</source>
        <translation>auf einer Zelle, die nicht passierbar ist</translation>
    </message>
    <message>
        <source>on a cell without data</source>
        <translation>auf einer Zelle ohne Daten</translation>
    </message>
    <message>
        <source>on the CPU</source>
        <translation>auf der CPU</translation>
    </message>
    <message>
        <source>on the map</source>
        <translation>auf der Karte</translation>
    </message>
    <message>
        <source>one factor a class</source>
        <translation>ein Faktor je Klasse</translation>
    </message>
    <message>
        <source>one factor a street</source>
        <translation>ein Faktor je Straße</translation>
    </message>
    <message>
        <source>one lies on cells and the other on roads</source>
        <translation>eines liegt auf Zellen und das andere auf Straßen</translation>
    </message>
    <message>
        <source>one to all</source>
        <translation>einer zu allen</translation>
    </message>
    <message>
        <source>one way</source>
        <translation>Einbahn</translation>
    </message>
    <message>
        <source>one-way streets whose direction changes: closed but at hours that are tagged</source>
        <translation>Einbahnstraßen mit wechselnder Richtung: gesperrt außer zu den eingetragenen Stunden</translation>
    </message>
    <message>
        <source>open forest</source>
        <translation>lichter Wald</translation>
    </message>
    <message>
        <source>open {0} km/h</source>
        <translation>offen, {0} km/h</translation>
    </message>
    <message>
        <source>roads whose access, direction or limit depends on the hour of departure</source>
        <translation>Straßen, deren Zugang, Richtung oder Tempolimit von der Abfahrtszeit abhängt</translation>
    </message>
    <message>
        <source>speed {0} km/h</source>
        <translation>{0} km/h</translation>
    </message>
    <message>
        <source>speed_type is &apos;{0}&apos;</source>
        <translation>speed_type ist „{0}“</translation>
    </message>
    <message>
        <source>strips and the search for land cover reach over {0} cells</source>
        <translation>Streifen und die Suche nach Landbedeckung reichen über {0} Zellen</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>text or null</source>
        <translation>Text oder null</translation>
    </message>
    <message>
        <source>the fractions are nowhere greater than 1</source>
        <translation>die Anteile sind nirgends größer als 1</translation>
    </message>
    <message>
        <source>the inputs cover {0} of {1} × {2} cells</source>
        <translation>die Eingaben decken {0} von {1} × {2} Zellen</translation>
    </message>
    <message>
        <source>the way off the road</source>
        <translation>der Weg abseits der Straße</translation>
    </message>
    <message>
        <source>there are {0} scenarios</source>
        <translation>es gibt {0} Szenarien</translation>
    </message>
    <message>
        <source>times of these roads</source>
        <translation>Zeiten auf diesen Straßen</translation>
    </message>
    <message>
        <source>too few pairs of angle and factor: {0}</source>
        <translation>zu wenige Paare aus Winkel und Faktor: {0}</translation>
    </message>
    <message>
        <source>what the file holds</source>
        <translation>was die Datei enthält</translation>
    </message>
    <message>
        <source>what the file of the roads holds</source>
        <translation>was die Datei der Straßen enthält</translation>
    </message>
    <message>
        <source>{0} and {1} are {2} × {3} cells together</source>
        <translation>{0} und {1} haben zusammen {2} × {3} Zellen</translation>
    </message>
    <message>
        <source>{0} and {1} lie in different CRS</source>
        <translation>{0} und {1} liegen in verschiedenen KBS</translation>
    </message>
    <message>
        <source>{0} has changed since the project was saved</source>
        <translation>{0} hat sich geändert, seit das Projekt gespeichert wurde</translation>
    </message>
    <message>
        <source>{0} has changed since the project was saved: then of {1}, now of {2}</source>
        <translation>{0} hat sich geändert, seit das Projekt gespeichert wurde: damals vom {1}, jetzt vom {2}</translation>
    </message>
    <message>
        <source>{0} vertices are not reached and not in {1}.</source>
        <translation>{0} Knoten sind nicht erreicht und nicht in {1}.</translation>
    </message>
    <message>
        <source>{0} was found at {1}, and no longer at {2}</source>
        <translation>{0} wurde bei {1} gefunden, und nicht mehr bei {2}</translation>
    </message>
    <message>
        <source>only DIMACS graphs have coordinates or metrics in files of their own</source>
        <translation>nur DIMACS-Netze haben Koordinaten oder Kosten in eigenen Dateien</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no straight lines on the {1}</source>
        <translation>„{0}“ hat auf der {1} keine geraden Linien</translation>
    </message>
    <message>
        <source>&apos;{0}…&apos; is no name for a scenario</source>
        <translation>&apos;{0}…&apos; ist kein Name für ein Szenario</translation>
    </message>
    <message>
        <source>Add it to `sources`.</source>
        <translation>In `sources` ergänzen.</translation>
    </message>
    <message>
        <source>Brush stroke</source>
        <translation>Pinselstrich</translation>
    </message>
    <message>
        <source>Check its unit, and mark its no-data value with gdal_edit.py -a_nodata.</source>
        <translation>Die Einheit prüfen, und den Wert für keine Daten mit gdal_edit.py -a_nodata kennzeichnen.</translation>
    </message>
    <message>
        <source>Check the units of the raster&apos;s coordinates, and of the heights.</source>
        <translation>Die Einheiten der Koordinaten des Rasters und der Höhen prüfen.</translation>
    </message>
    <message>
        <source>Choose tiled, dijkstra or near-far.</source>
        <translation>tiled, dijkstra oder near-far wählen.</translation>
    </message>
    <message>
        <source>Close roads by drawing, or open a raster.</source>
        <translation>Straßen durch Zeichnen sperren, oder ein Raster öffnen.</translation>
    </message>
    <message>
        <source>Correct it.</source>
        <translation>Berichtigen.</translation>
    </message>
    <message>
        <source>Draw area</source>
        <translation>Fläche zeichnen</translation>
    </message>
    <message>
        <source>Draw at least {0}.</source>
        <translation>Mindestens {0} zeichnen.</translation>
    </message>
    <message>
        <source>Draw line</source>
        <translation>Linie zeichnen</translation>
    </message>
    <message>
        <source>Draw some.</source>
        <translation>Welche zeichnen.</translation>
    </message>
    <message>
        <source>Esri ASCII</source>
        <translation>Esri-ASCII</translation>
    </message>
    <message>
        <source>Give 0 km/h or more.</source>
        <translation>0 km/h oder mehr angeben.</translation>
    </message>
    <message>
        <source>Give 0 or more metres.</source>
        <translation>0 oder mehr Meter angeben.</translation>
    </message>
    <message>
        <source>Give all its codes the same, or another name.</source>
        <translation>Allen seinen Codes dieselben geben, oder einen anderen Namen.</translation>
    </message>
    <message>
        <source>Give another name.</source>
        <translation>Einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>Give it another name.</source>
        <translation>Ihm einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>Give it one with gdal_edit.py -a_srs EPSG:4326.</source>
        <translation>Ihm eines geben, mit gdal_edit.py -a_srs EPSG:4326.</translation>
    </message>
    <message>
        <source>Give more than 0{0} and at most {1}{2}.</source>
        <translation>Mehr als 0{0} und höchstens {1}{2} angeben.</translation>
    </message>
    <message>
        <source>Give starts by vertex id (vertex:7), or put the .co file beside a .gr.</source>
        <translation>Startpunkte nach Knotennummer angeben (vertex:7), oder die .co-Datei einer .gr daneben legen.</translation>
    </message>
    <message>
        <source>Give up to {0} plain letters.</source>
        <translation>Bis zu {0} einfache Buchstaben geben.</translation>
    </message>
    <message>
        <source>Open a raster first.</source>
        <translation>Zuerst ein Raster öffnen.</translation>
    </message>
    <message>
        <source>Rename one of them.</source>
        <translation>Eines davon umbenennen.</translation>
    </message>
    <message>
        <source>Save the edits again.</source>
        <translation>Die Änderungen noch einmal speichern.</translation>
    </message>
    <message>
        <source>Say its unit: elevation.unit = &quot;ft&quot; (--elevation-unit ft); or mark its no-data value.</source>
        <translation>Die Einheit nennen: elevation.unit = &quot;ft&quot; (--elevation-unit ft); oder den Wert für keine Daten kennzeichnen.</translation>
    </message>
    <message>
        <source>Say {0}.</source>
        <translation>{0} angeben.</translation>
    </message>
    <message>
        <source>The raster&apos;s x runs from {0} to {1}, its y from {2} to {3}; check the coordinates.</source>
        <translation>x des Rasters reicht von {0} bis {1}, y von {2} bis {3}; die Koordinaten prüfen.</translation>
    </message>
    <message>
        <source>There are: {0}{1}.</source>
        <translation>Es gibt: {0}{1}.</translation>
    </message>
    <message>
        <source>a GeoJSON cannot name the CRS of {0}, &apos;{1}&apos;</source>
        <translation>ein GeoJSON kann das KBS von {0}, „{1}“, nicht nennen</translation>
    </message>
    <message>
        <source>a corner without coordinates</source>
        <translation>eine Ecke ohne Koordinaten</translation>
    </message>
    <message>
        <source>a flood begins outside the raster</source>
        <translation>ein Füllen beginnt außerhalb des Rasters</translation>
    </message>
    <message>
        <source>a line {0} m wide</source>
        <translation>eine {0} m breite Linie</translation>
    </message>
    <message>
        <source>a scenario has no name</source>
        <translation>ein Szenario hat keinen Namen</translation>
    </message>
    <message>
        <source>a scenario needs a name</source>
        <translation>ein Szenario braucht einen Namen</translation>
    </message>
    <message>
        <source>a tolerance of {0} km/h</source>
        <translation>eine Toleranz von {0} km/h</translation>
    </message>
    <message>
        <source>a {0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>an area</source>
        <translation>eine Fläche</translation>
    </message>
    <message>
        <source>bare</source>
        <translation>kahl</translation>
    </message>
    <message>
        <source>barriers</source>
        <translation>Barrieren</translation>
    </message>
    <message>
        <source>by their heights</source>
        <translation>nach ihren Höhen</translation>
    </message>
    <message>
        <source>cells are in degrees: re-project them before solving</source>
        <translation>Zellen sind in Grad: vor dem Berechnen umprojizieren</translation>
    </message>
    <message>
        <source>grass</source>
        <translation>Gras</translation>
    </message>
    <message>
        <source>has no scenario &apos;{0}&apos;</source>
        <translation>hat kein Szenario &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>has speeds down to {0} km/h</source>
        <translation>hat Geschwindigkeiten bis hinab zu {0} km/h</translation>
    </message>
    <message>
        <source>has {0} in version {1}, which those made here would replace</source>
        <translation>hat {0} in Version {1}, die von den hier gemachten ersetzt würden</translation>
    </message>
    <message>
        <source>has {0} of scenario &apos;{1}&apos; in version {2}, which those made here would replace</source>
        <translation>hat {0} des Szenarios „{1}“ in Version {2}, die von den hier gemachten ersetzt würden</translation>
    </message>
    <message>
        <source>holds points only, and nothing says how wide they are</source>
        <translation>enthält nur Punkte, und nichts sagt, wie breit sie sind</translation>
    </message>
    <message>
        <source>is incomplete or damaged</source>
        <translation>ist unvollständig oder beschädigt</translation>
    </message>
    <message>
        <source>is no list of edits</source>
        <translation>ist keine Liste von Änderungen</translation>
    </message>
    <message>
        <source>is the raster that is open</source>
        <translation>ist das geöffnete Raster</translation>
    </message>
    <message>
        <source>it worked for too long</source>
        <translation>es dauerte zu lange</translation>
    </message>
    <message>
        <source>its {0} are &apos;{1}&apos;, which is no source</source>
        <translation>{0} ist &apos;{1}&apos;, und das ist keine Quelle</translation>
    </message>
    <message>
        <source>names a GPU, but the CPU is to solve</source>
        <translation>nennt eine GPU, aber die CPU soll rechnen</translation>
    </message>
    <message>
        <source>names a file</source>
        <translation>nennt eine Datei</translation>
    </message>
    <message>
        <source>names files outside its folder: {0}</source>
        <translation>nennt Dateien außerhalb seines Ordners: {0}</translation>
    </message>
    <message>
        <source>names itself among its sources</source>
        <translation>nennt sich selbst unter seinen Quellen</translation>
    </message>
    <message>
        <source>nests deeper than {0} levels</source>
        <translation>ist tiefer verschachtelt als {0} Ebenen</translation>
    </message>
    <message>
        <source>no cell of it has a height on the raster of speeds: all are marked as no data</source>
        <translation>keine seiner Zellen hat auf dem Geschwindigkeitsraster eine Höhe: Alle sind als NoData markiert</translation>
    </message>
    <message>
        <source>no raster is open</source>
        <translation>kein Raster ist geöffnet</translation>
    </message>
    <message>
        <source>no straight lines on slopes with this algorithm</source>
        <translation>keine geraden Linien auf Steigungen mit diesem Algorithmus</translation>
    </message>
    <message>
        <source>none of its {0} edits lies over a cell</source>
        <translation>keine seiner {0} Änderungen liegt über einer Zelle</translation>
    </message>
    <message>
        <source>only for vehicles that are not told apart here</source>
        <translation>nur für Fahrzeuge, die hier nicht unterschieden werden</translation>
    </message>
    <message>
        <source>only layers of lines have fields to choose</source>
        <translation>nur Layer mit Linien haben Felder zur Wahl</translation>
    </message>
    <message>
        <source>opening the hierarchy</source>
        <translation>Hierarchie wird geöffnet</translation>
    </message>
    <message>
        <source>opening the partition</source>
        <translation>Partition wird geöffnet</translation>
    </message>
    <message>
        <source>origins within the limit</source>
        <translation>Quellen innerhalb der Grenze</translation>
    </message>
    <message>
        <source>osm_id is &apos;{0}&apos;</source>
        <translation>osm_id ist „{0}“</translation>
    </message>
    <message>
        <source>other program</source>
        <translation>anderes Programm</translation>
    </message>
    <message>
        <source>other vertex</source>
        <translation>anderer Knoten</translation>
    </message>
    <message>
        <source>out-of-core on the GPU</source>
        <translation>blockweise auf der GPU</translation>
    </message>
    <message>
        <source>outside the raster</source>
        <translation>außerhalb des Rasters</translation>
    </message>
    <message>
        <source>outside the roads</source>
        <translation>außerhalb der Straßen</translation>
    </message>
    <message>
        <source>packing what the workers need</source>
        <translation>was die Arbeiter brauchen, wird gepackt</translation>
    </message>
    <message>
        <source>parts of the {0} have no longitude and latitude</source>
        <translation>Teile davon ({0}) haben keine Länge und Breite</translation>
    </message>
    <message>
        <source>path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>pedestrian</source>
        <translation>Fußgängerzone</translation>
    </message>
    <message>
        <source>people are counted on maps, and the roads have no positions</source>
        <translation>Einwohner werden auf Karten gezählt, und die Straßen haben keine Koordinaten</translation>
    </message>
    <message>
        <source>preparing the customization</source>
        <translation>Anpassung wird vorbereitet</translation>
    </message>
    <message>
        <source>preparing the map (first run only)</source>
        <translation>Karte wird vorbereitet (nur beim ersten Mal)</translation>
    </message>
    <message>
        <source>preparing the planner (first run only)</source>
        <translation>Planer wird vorbereitet (nur beim ersten Mal)</translation>
    </message>
    <message>
        <source>preparing the solver (first run only)</source>
        <translation>Verfahren wird vorbereitet (nur beim ersten Mal)</translation>
    </message>
    <message>
        <source>preparing {0} ({1} each)</source>
        <translation>{0} werden vorbereitet (je {1})</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>Bundesstraße</translation>
    </message>
    <message>
        <source>primary link</source>
        <translation>Auffahrt zur Bundesstraße</translation>
    </message>
    <message>
        <source>probability to be reached within {0} s</source>
        <translation>Wahrscheinlichkeit, in {0} s erreicht zu werden</translation>
    </message>
    <message>
        <source>pushing speed</source>
        <translation>Schiebegeschwindigkeit</translation>
    </message>
    <message>
        <source>queries of the core</source>
        <translation>Abfragen des Kerns</translation>
    </message>
    <message>
        <source>re-projected to {0} by nearest neighbour, cells of {1}</source>
        <translation>nach {0} umprojiziert, mit dem nächsten Nachbarn, Zellen von {1}</translation>
    </message>
    <message>
        <source>reading streets</source>
        <translation>Straßen werden gelesen</translation>
    </message>
    <message>
        <source>reading the elevation</source>
        <translation>Höhen werden gelesen</translation>
    </message>
    <message>
        <source>reading the grid</source>
        <translation>Raster wird gelesen</translation>
    </message>
    <message>
        <source>reading the heights</source>
        <translation>Höhen werden gelesen</translation>
    </message>
    <message>
        <source>reading the raster</source>
        <translation>Raster wird gelesen</translation>
    </message>
    <message>
        <source>reading the roads</source>
        <translation>Straßen werden gelesen</translation>
    </message>
    <message>
        <source>redundant, because of one-way streets or access</source>
        <translation>überflüssig wegen Einbahnstraßen oder Zugang</translation>
    </message>
    <message>
        <source>residential</source>
        <translation>Wohnstraße</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>road class</source>
        <translation>Straßenklasse</translation>
    </message>
    <message>
        <source>road classes and speeds are from the ratio of time to distance</source>
        <translation>Straßenklassen und Geschwindigkeiten folgen aus dem Verhältnis von Zeit zu Entfernung</translation>
    </message>
    <message>
        <source>roads alone have no cells to edit</source>
        <translation>Straßen allein haben keine Zellen, die sich ändern lassen</translation>
    </message>
    <message>
        <source>roads and terrain cannot be laid over each other: one of them names no CRS</source>
        <translation>Straßen und Gelände können nicht übereinandergelegt werden: Eines nennt kein KBS</translation>
    </message>
    <message>
        <source>roads at a latitude of {0}° lie in no UTM zone</source>
        <translation>Straßen bei einer Breite von {0}° liegen in keiner UTM-Zone</translation>
    </message>
    <message>
        <source>roads left out that nobody may use</source>
        <translation>Straßen weggelassen, die niemand benutzen darf</translation>
    </message>
    <message>
        <source>roads without coordinates on the globe have no heights</source>
        <translation>Straßen ohne Koordinaten auf dem Globus haben keine Höhen</translation>
    </message>
    <message>
        <source>run {0} of {1}</source>
        <translation>Lauf {0} von {1}</translation>
    </message>
    <message>
        <source>scenario &apos;{0}&apos; burns roads into the cells otherwise</source>
        <translation>das Szenario „{0}“ brennt Straßen anders in die Zellen</translation>
    </message>
    <message>
        <source>sea</source>
        <translation>Meer</translation>
    </message>
    <message>
        <source>sea, beyond the strip along the shore</source>
        <translation>Meer, jenseits des Streifens am Ufer</translation>
    </message>
    <message>
        <source>sea, {0} m from the shore</source>
        <translation>Meer, {0} m vom Ufer</translation>
    </message>
    <message>
        <source>searches by a heap for each warp</source>
        <translation>Suchen mit einem Heap je Warp</translation>
    </message>
    <message>
        <source>searching such large cells</source>
        <translation>so große Zellen zu durchsuchen</translation>
    </message>
    <message>
        <source>secondary</source>
        <translation>Landesstraße</translation>
    </message>
    <message>
        <source>secondary link</source>
        <translation>Auffahrt zur Landesstraße</translation>
    </message>
    <message>
        <source>seconds per cell</source>
        <translation>Sekunden je Zelle</translation>
    </message>
    <message>
        <source>seconds per metre</source>
        <translation>Sekunden je Meter</translation>
    </message>
    <message>
        <source>service</source>
        <translation>Zufahrt</translation>
    </message>
    <message>
        <source>several files would have one name</source>
        <translation>mehrere Dateien hießen gleich</translation>
    </message>
    <message>
        <source>shortcuts of cells of {0} vertices do not stay</source>
        <translation>Abkürzungen von Zellen von {0} Knoten bleiben nicht</translation>
    </message>
    <message>
        <source>shrub</source>
        <translation>Gebüsch</translation>
    </message>
    <message>
        <source>slope &apos;{0}&apos;</source>
        <translation>Steigung „{0}“</translation>
    </message>
    <message>
        <source>slope points that do not rise, or factors below 0</source>
        <translation>Steigungspunkte, die nicht ansteigen, oder Faktoren unter 0</translation>
    </message>
    <message>
        <source>slope table</source>
        <translation>Steigungstabelle</translation>
    </message>
    <message>
        <source>slope {0}°</source>
        <translation>Neigung {0}°</translation>
    </message>
    <message>
        <source>slopes from {0} to {1}</source>
        <translation>Neigungen von {0} bis {1}</translation>
    </message>
    <message>
        <source>slopes that do not rise</source>
        <translation>Neigungen, die nicht steigen</translation>
    </message>
    <message>
        <source>snap tolerance</source>
        <translation>Fangtoleranz</translation>
    </message>
    <message>
        <source>snow and ice</source>
        <translation>Schnee und Eis</translation>
    </message>
    <message>
        <source>so many destinations</source>
        <translation>so viele Ziele</translation>
    </message>
    <message>
        <source>solving these roads on the GPU</source>
        <translation>diese Straßen auf der GPU zu berechnen</translation>
    </message>
    <message>
        <source>solving this raster on the GPU</source>
        <translation>dieses Raster auf der GPU zu berechnen</translation>
    </message>
    <message>
        <source>sorting the runs</source>
        <translation>Läufe werden sortiert</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>speeds are not written to &apos;{0}&apos;</source>
        <translation>in „{0}“ werden keine Geschwindigkeiten geschrieben</translation>
    </message>
    <message>
        <source>speeds of type {0}</source>
        <translation>Geschwindigkeiten der Art {0}</translation>
    </message>
    <message>
        <source>splitting the lines</source>
        <translation>Linien werden geteilt</translation>
    </message>
    <message>
        <source>start element {0}</source>
        <translation>Startelement {0}</translation>
    </message>
    <message>
        <source>start vertex:{0}</source>
        <translation>Startpunkt vertex:{0}</translation>
    </message>
    <message>
        <source>start {0}</source>
        <translation>Startpunkt {0}</translation>
    </message>
    <message>
        <source>starts in so many places</source>
        <translation>Startpunkte an so vielen Orten</translation>
    </message>
    <message>
        <source>states</source>
        <translation>Zustände</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Treppe</translation>
    </message>
    <message>
        <source>straight lines</source>
        <translation>gerade Linien</translation>
    </message>
    <message>
        <source>straight lines over cells of {0} × {1} m</source>
        <translation>gerade Linien über Zellen von {0} × {1} m</translation>
    </message>
    <message>
        <source>surface</source>
        <translation>Belag</translation>
    </message>
    <message>
        <source>surface factor</source>
        <translation>Belagsfaktor</translation>
    </message>
    <message>
        <source>takes about {0} s</source>
        <translation>dauert etwa {0} s</translation>
    </message>
    <message>
        <source>tertiary</source>
        <translation>Kreisstraße</translation>
    </message>
    <message>
        <source>tertiary link</source>
        <translation>Auffahrt zur Kreisstraße</translation>
    </message>
    <message>
        <source>the CRS</source>
        <translation>das KBS</translation>
    </message>
    <message>
        <source>the CRS beside it (.prj) could not be understood</source>
        <translation>das KBS daneben (.prj) war nicht zu verstehen</translation>
    </message>
    <message>
        <source>the Dask scheduler is gone</source>
        <translation>der Dask-Scheduler ist weg</translation>
    </message>
    <message>
        <source>the archive cannot be read: {0}</source>
        <translation>das Archiv kann nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>the archive holds no &apos;{0}&apos;</source>
        <translation>das Archiv enthält kein &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>the archive holds {0} layers</source>
        <translation>das Archiv enthält {0} Layer</translation>
    </message>
    <message>
        <source>the archive holds {0} rasters</source>
        <translation>das Archiv enthält {0} Raster</translation>
    </message>
    <message>
        <source>the archive is empty</source>
        <translation>das Archiv ist leer</translation>
    </message>
    <message>
        <source>the batch</source>
        <translation>der Stapellauf</translation>
    </message>
    <message>
        <source>the benchmark</source>
        <translation>die Messung</translation>
    </message>
    <message>
        <source>the block at byte {0} is cut off: the file ends too early</source>
        <translation>der Block bei Byte {0} ist abgeschnitten: Die Datei endet zu früh</translation>
    </message>
    <message>
        <source>the build</source>
        <translation>das Erstellen</translation>
    </message>
    <message>
        <source>the cells of {0} and {1} lie elsewhere</source>
        <translation>die Zellen von {0} und {1} liegen anderswo</translation>
    </message>
    <message>
        <source>the closed classes of roads</source>
        <translation>die gesperrten Straßenklassen</translation>
    </message>
    <message>
        <source>the closures</source>
        <translation>die Sperrungen</translation>
    </message>
    <message>
        <source>the cluster {0}</source>
        <translation>der Cluster {0}</translation>
    </message>
    <message>
        <source>the comparison</source>
        <translation>der Vergleich</translation>
    </message>
    <message>
        <source>the contracted roads</source>
        <translation>die kontrahierten Straßen</translation>
    </message>
    <message>
        <source>the contraction</source>
        <translation>die Kontraktion</translation>
    </message>
    <message>
        <source>the coordinate reference system &apos;{0}&apos; {1}</source>
        <translation>das Koordinatenbezugssystem &apos;{0}&apos; {1}</translation>
    </message>
    <message>
        <source>the coordinates look like degrees: re-project to UTM, which takes them as WGS 84</source>
        <translation>die Koordinaten sehen nach Grad aus: nach UTM umprojizieren, was sie als WGS 84 nimmt</translation>
    </message>
    <message>
        <source>the costs &apos;{0}&apos; have no speeds</source>
        <translation>die Kosten &apos;{0}&apos; haben keine Geschwindigkeiten</translation>
    </message>
    <message>
        <source>the costs &apos;{0}&apos; of the file have no speeds and no turns</source>
        <translation>die Kosten &apos;{0}&apos; der Datei haben keine Geschwindigkeiten und kein Abbiegen</translation>
    </message>
    <message>
        <source>the costs are in {0}, and no times</source>
        <translation>die Kosten sind in {0} und keine Zeiten</translation>
    </message>
    <message>
        <source>the costs as given</source>
        <translation>die Kosten wie gegeben</translation>
    </message>
    <message>
        <source>the costs of the roads</source>
        <translation>die Kosten der Straßen</translation>
    </message>
    <message>
        <source>the customization</source>
        <translation>die Anpassung</translation>
    </message>
    <message>
        <source>the delay of the start</source>
        <translation>die Verzögerung des Startpunkts</translation>
    </message>
    <message>
        <source>the delay of {0}</source>
        <translation>die Verzögerung von {0}</translation>
    </message>
    <message>
        <source>the delays of {0} starts</source>
        <translation>die Verzögerungen von {0} Startpunkten</translation>
    </message>
    <message>
        <source>the direction of travel</source>
        <translation>die Fahrtrichtung</translation>
    </message>
    <message>
        <source>the directions</source>
        <translation>die Richtungen</translation>
    </message>
    <message>
        <source>the disk cannot be written to</source>
        <translation>der Datenträger ist nicht beschreibbar</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>der Datenträger ist voll</translation>
    </message>
    <message>
        <source>the edits of the ground</source>
        <translation>die Änderungen am Boden</translation>
    </message>
    <message>
        <source>the effect &apos;{0}&apos;</source>
        <translation>die Wirkung „{0}“</translation>
    </message>
    <message>
        <source>the effect &apos;{0}&apos; with {1}{2}</source>
        <translation>die Wirkung „{0}“ mit {1}{2}</translation>
    </message>
    <message>
        <source>the elevation cannot be read: {0}</source>
        <translation>die Höhen können nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>the elevation raster lies elsewhere: it has no height in the raster of speeds</source>
        <translation>das Höhenraster liegt anderswo: Es hat keine Höhe im Geschwindigkeitsraster</translation>
    </message>
    <message>
        <source>the elevation raster names no coordinate reference system</source>
        <translation>das Höhenraster nennt kein Koordinatenbezugssystem</translation>
    </message>
    <message>
        <source>the elevation reaches none of the roads</source>
        <translation>die Höhen erreichen keine der Straßen</translation>
    </message>
    <message>
        <source>the export</source>
        <translation>der Export</translation>
    </message>
    <message>
        <source>the fastest cell has {0} km/h: are these elevations, or other units?</source>
        <translation>die schnellste Zelle hat {0} km/h: Sind dies Höhen, oder andere Einheiten?</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>die Datei</translation>
    </message>
    <message>
        <source>the file ends after {0} of {1} arcs</source>
        <translation>die Datei endet nach {0} von {1} Kanten</translation>
    </message>
    <message>
        <source>the file ends in line {0} after {1} of {2} values</source>
        <translation>die Datei endet in Zeile {0} nach {1} von {2} Werten</translation>
    </message>
    <message>
        <source>the file grows too large for this disk</source>
        <translation>die Datei wird zu groß für diesen Datenträger</translation>
    </message>
    <message>
        <source>the file has no coordinates</source>
        <translation>die Datei hat keine Koordinaten</translation>
    </message>
    <message>
        <source>the file has no weights: every arc costs 1</source>
        <translation>die Datei hat keine Gewichte: jede Kante kostet 1</translation>
    </message>
    <message>
        <source>the file holds no costs named &apos;{0}&apos;</source>
        <translation>die Datei enthält keine Kosten namens &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>the file holds {0} bytes, {1} are needed for {2}</source>
        <translation>die Datei enthält {0} Bytes, {1} sind nötig für {2}</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>the file names no CRS: its coordinates are read as EPSG:4326</source>
        <translation>die Datei nennt kein KBS: ihre Koordinaten werden als EPSG:4326 gelesen</translation>
    </message>
    <message>
        <source>the file names no CRS: its coordinates are read as metres</source>
        <translation>die Datei nennt kein KBS: ihre Koordinaten werden als Meter gelesen</translation>
    </message>
    <message>
        <source>the file runs from south to north: turned on reading</source>
        <translation>die Datei läuft von Süd nach Nord: beim Lesen gedreht</translation>
    </message>
    <message>
        <source>the folder holds no raster</source>
        <translation>der Ordner enthält kein Raster</translation>
    </message>
    <message>
        <source>the format holds elevations, not speeds</source>
        <translation>das Format enthält Höhen, keine Geschwindigkeiten</translation>
    </message>
    <message>
        <source>the graph has no vertex {0}</source>
        <translation>das Netz hat keinen Knoten {0}</translation>
    </message>
    <message>
        <source>the grid</source>
        <translation>das Gitter</translation>
    </message>
    <message>
        <source>the grid is rotated or sheared</source>
        <translation>das Raster ist gedreht oder geschert</translation>
    </message>
    <message>
        <source>the grid is rotated or sheared: it must be re-projected</source>
        <translation>das Raster ist gedreht oder geschert: Es muss umprojiziert werden</translation>
    </message>
    <message>
        <source>the ground is impassable here, and no road is near</source>
        <translation>der Boden ist hier nicht passierbar, und keine Straße ist nah</translation>
    </message>
    <message>
        <source>the header declares {0} records, more than the file can hold</source>
        <translation>der Kopf nennt {0} Einträge, mehr als die Datei enthalten kann</translation>
    </message>
    <message>
        <source>the header declares {0} vertices, but only {1} records</source>
        <translation>der Kopf nennt {0} Knoten, aber nur {1} Einträge</translation>
    </message>
    <message>
        <source>the header has no &apos;{0}&apos;</source>
        <translation>der Kopf hat kein &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>the header has no {0}llcorner: 0 is assumed</source>
        <translation>der Kopf hat kein {0}llcorner: 0 wird angenommen</translation>
    </message>
    <message>
        <source>the header&apos;s &apos;{0}&apos; is not known and not used</source>
        <translation>&apos;{0}&apos; im Kopf ist unbekannt und wird nicht benutzt</translation>
    </message>
    <message>
        <source>the heaps of so many searches</source>
        <translation>die Heaps so vieler Suchen</translation>
    </message>
    <message>
        <source>the heights</source>
        <translation>die Höhen</translation>
    </message>
    <message>
        <source>the heights cannot be carried to the raster of speeds: {0}</source>
        <translation>die Höhen lassen sich nicht auf das Geschwindigkeitsraster übertragen: {0}</translation>
    </message>
    <message>
        <source>the hierarchy could not be kept: {0}</source>
        <translation>die Hierarchie konnte nicht behalten werden: {0}</translation>
    </message>
    <message>
        <source>the hierarchy {0} was damaged and is made again: {1}</source>
        <translation>die Hierarchie {0} war beschädigt und wird neu angelegt: {1}</translation>
    </message>
    <message>
        <source>the highest speeds on surfaces</source>
        <translation>die Höchstgeschwindigkeiten auf Belägen</translation>
    </message>
    <message>
        <source>the hour of departure</source>
        <translation>die Abfahrtszeit</translation>
    </message>
    <message>
        <source>the import</source>
        <translation>der Import</translation>
    </message>
    <message>
        <source>the import could not be kept: {0}</source>
        <translation>der Import konnte nicht behalten werden: {0}</translation>
    </message>
    <message>
        <source>the import could not be written: {0}</source>
        <translation>der Import konnte nicht geschrieben werden: {0}</translation>
    </message>
    <message>
        <source>the kernels of {0}.cu do not compile here ({1})</source>
        <translation>die Kernels von {0}.cu lassen sich hier nicht übersetzen ({1})</translation>
    </message>
    <message>
        <source>the layer cannot be read: {0}</source>
        <translation>der Layer kann nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>the layer names no CRS: its coordinates are read as EPSG:4326</source>
        <translation>der Layer nennt kein KBS: seine Koordinaten werden als EPSG:4326 gelesen</translation>
    </message>
    <message>
        <source>the layer names no CRS: its coordinates are read as metres</source>
        <translation>der Layer nennt kein KBS: seine Koordinaten werden als Meter gelesen</translation>
    </message>
    <message>
        <source>the least time from any origin</source>
        <translation>die kürzeste Zeit ab irgendeiner Quelle</translation>
    </message>
    <message>
        <source>the length of a step</source>
        <translation>die Länge eines Schritts</translation>
    </message>
    <message>
        <source>the library that reads it {0} what it says</source>
        <translation>die Bibliothek, die es liest, {0} was es sagt</translation>
    </message>
    <message>
        <source>the limit</source>
        <translation>die Grenze</translation>
    </message>
    <message>
        <source>the map stretches lengths {0} times</source>
        <translation>die Karte streckt Längen auf das {0}-Fache</translation>
    </message>
    <message>
        <source>the matrix</source>
        <translation>die Matrix</translation>
    </message>
    <message>
        <source>the meaning of 0 km/h</source>
        <translation>was 0 km/h bedeuten</translation>
    </message>
    <message>
        <source>the nearest of so many</source>
        <translation>die nächsten von so vielen</translation>
    </message>
    <message>
        <source>the overlay</source>
        <translation>das Overlay</translation>
    </message>
    <message>
        <source>the partition</source>
        <translation>die Partition</translation>
    </message>
    <message>
        <source>the partition could not be kept: {0}</source>
        <translation>die Partition konnte nicht behalten werden: {0}</translation>
    </message>
    <message>
        <source>the partition {0} was damaged and is made again: {1}</source>
        <translation>die Partition {0} war beschädigt und wird neu angelegt: {1}</translation>
    </message>
    <message>
        <source>the place ({0}, {1})</source>
        <translation>der Ort ({0}, {1})</translation>
    </message>
    <message>
        <source>the place of {0}</source>
        <translation>der Ort von {0}</translation>
    </message>
    <message>
        <source>the places of {0} of {1} starts</source>
        <translation>die Orte von {0} von {1} Startpunkten</translation>
    </message>
    <message>
        <source>the position of its cells is not a finite number</source>
        <translation>die Position seiner Zellen ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>the preparation</source>
        <translation>die Vorbereitung</translation>
    </message>
    <message>
        <source>the preview</source>
        <translation>die Vorschau</translation>
    </message>
    <message>
        <source>the process died</source>
        <translation>der Prozess ist abgestürzt</translation>
    </message>
    <message>
        <source>the process that writes it ended with status {0}</source>
        <translation>der schreibende Prozess endete mit Status {0}</translation>
    </message>
    <message>
        <source>the raster</source>
        <translation>des Rasters</translation>
    </message>
    <message>
        <source>the raster does not fit into memory, where edits are made</source>
        <translation>das Raster passt nicht in den Speicher, in dem geändert wird</translation>
    </message>
    <message>
        <source>the raster does not fit into memory, where roads are joined</source>
        <translation>das Raster passt nicht in den Speicher, wo Straßen verbunden werden</translation>
    </message>
    <message>
        <source>the raster has no classes: nearly every cell has a speed of its own</source>
        <translation>das Raster hat keine Klassen: fast jede Zelle hat eine eigene Geschwindigkeit</translation>
    </message>
    <message>
        <source>the roads</source>
        <translation>die Straßen</translation>
    </message>
    <message>
        <source>the roads have neither lengths nor positions</source>
        <translation>die Straßen haben weder Längen noch Koordinaten</translation>
    </message>
    <message>
        <source>the roads have no positions</source>
        <translation>die Straßen haben keine Koordinaten</translation>
    </message>
    <message>
        <source>the roads have no positions, so none lies under a drawing</source>
        <translation>die Straßen haben keine Koordinaten, also liegt keine unter einer Zeichnung</translation>
    </message>
    <message>
        <source>the roads lie outside the raster {0}</source>
        <translation>die Straßen liegen außerhalb des Rasters {0}</translation>
    </message>
    <message>
        <source>the route</source>
        <translation>die Route</translation>
    </message>
    <message>
        <source>the rows are no tables</source>
        <translation>die Zeilen (row) sind keine Tabellen</translation>
    </message>
    <message>
        <source>the scenario</source>
        <translation>das Szenario</translation>
    </message>
    <message>
        <source>the search for a good start</source>
        <translation>die Suche nach einem guten Startpunkt</translation>
    </message>
    <message>
        <source>the share of a posted limit that is driven</source>
        <translation>der Anteil des Tempolimits, der gefahren wird</translation>
    </message>
    <message>
        <source>the size and weight of the vehicle</source>
        <translation>Maße und Gewicht des Fahrzeugs</translation>
    </message>
    <message>
        <source>the slopes</source>
        <translation>die Steigungen</translation>
    </message>
    <message>
        <source>the slopes of the roads</source>
        <translation>die Steigungen der Straßen</translation>
    </message>
    <message>
        <source>the solve</source>
        <translation>die Berechnung</translation>
    </message>
    <message>
        <source>the solver</source>
        <translation>das Verfahren</translation>
    </message>
    <message>
        <source>the speed of roads of class {0}</source>
        <translation>die Geschwindigkeit auf Straßen der Klasse {0}</translation>
    </message>
    <message>
        <source>the speed of who pushes the vehicle</source>
        <translation>die Geschwindigkeit beim Schieben</translation>
    </message>
    <message>
        <source>the speeds of single ways</source>
        <translation>die Geschwindigkeiten einzelner Wege</translation>
    </message>
    <message>
        <source>the speeds of {0} classes of roads</source>
        <translation>die Geschwindigkeiten von {0} Straßenklassen</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>der Startpunkt</translation>
    </message>
    <message>
        <source>the starts</source>
        <translation>die Startpunkte</translation>
    </message>
    <message>
        <source>the statistics</source>
        <translation>die Statistik</translation>
    </message>
    <message>
        <source>the sweep of one to all</source>
        <translation>der Durchlauf von einem zu allen</translation>
    </message>
    <message>
        <source>the system</source>
        <translation>das System</translation>
    </message>
    <message>
        <source>the table</source>
        <translation>die Tabelle</translation>
    </message>
    <message>
        <source>the table has no rows</source>
        <translation>die Tabelle hat keine Zeilen</translation>
    </message>
    <message>
        <source>the table is too large</source>
        <translation>die Tabelle ist zu groß</translation>
    </message>
    <message>
        <source>the temporary folder {0} cannot be written to ({1})</source>
        <translation>der temporäre Ordner {0} ist nicht beschreibbar ({1})</translation>
    </message>
    <message>
        <source>the time limit</source>
        <translation>die Zeitgrenze</translation>
    </message>
    <message>
        <source>the top speed of the vehicle</source>
        <translation>die Höchstgeschwindigkeit des Fahrzeugs</translation>
    </message>
    <message>
        <source>the uncertainty</source>
        <translation>die Unsicherheit</translation>
    </message>
    <message>
        <source>the vehicle</source>
        <translation>das Fahrzeug</translation>
    </message>
    <message>
        <source>the waiting at junctions</source>
        <translation>das Warten an Kreuzungen</translation>
    </message>
    <message>
        <source>the ways</source>
        <translation>die Wege</translation>
    </message>
    <message>
        <source>the work</source>
        <translation>die Arbeit</translation>
    </message>
    <message>
        <source>the zones</source>
        <translation>die Zonen</translation>
    </message>
    <message>
        <source>there are no edits</source>
        <translation>es gibt keine Änderungen</translation>
    </message>
    <message>
        <source>there are no lines in it</source>
        <translation>sie enthält keine Linien</translation>
    </message>
    <message>
        <source>there are no lines in it ({0})</source>
        <translation>sie enthält keine Linien ({0})</translation>
    </message>
    <message>
        <source>there are no lines, areas or points in it</source>
        <translation>sie enthält keine Linien, Flächen oder Punkte</translation>
    </message>
    <message>
        <source>there are no nodes in it</source>
        <translation>sie enthält keine Knoten</translation>
    </message>
    <message>
        <source>there are no points in it</source>
        <translation>sie enthält keine Punkte</translation>
    </message>
    <message>
        <source>there are no roads</source>
        <translation>es gibt keine Straßen</translation>
    </message>
    <message>
        <source>there are no roads: no way has a highway tag</source>
        <translation>es gibt keine Straßen: Kein Weg hat einen highway-Tag</translation>
    </message>
    <message>
        <source>there are {0}</source>
        <translation>es gibt {0}</translation>
    </message>
    <message>
        <source>there are {0} arcs where the header declares {1}</source>
        <translation>es gibt {0} Kanten, wo der Kopf {1} nennt</translation>
    </message>
    <message>
        <source>there are {0} edges where the header declares {1}</source>
        <translation>es gibt {0} Kanten, wo der Kopf {1} nennt</translation>
    </message>
    <message>
        <source>there are {0} entries where the header declares {1}</source>
        <translation>es gibt {0} Einträge, wo der Kopf {1} nennt</translation>
    </message>
    <message>
        <source>there is a column &apos;{0}&apos;</source>
        <translation>es gibt eine Spalte „{0}“</translation>
    </message>
    <message>
        <source>there is a scenario &apos;{0}&apos; already</source>
        <translation>es gibt schon ein Szenario &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>there is no &apos;{0}&apos;</source>
        <translation>es gibt kein &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>there is no &lt;osm&gt; element</source>
        <translation>es gibt kein Element &lt;osm&gt;</translation>
    </message>
    <message>
        <source>there is no GPU {0}</source>
        <translation>es gibt keine GPU {0}</translation>
    </message>
    <message>
        <source>there is no UTM zone there</source>
        <translation>dort gibt es keine UTM-Zone</translation>
    </message>
    <message>
        <source>there is no band {0}</source>
        <translation>es gibt kein Band {0}</translation>
    </message>
    <message>
        <source>there is no cache file</source>
        <translation>es gibt keine Importdatei</translation>
    </message>
    <message>
        <source>there is no closure {0}</source>
        <translation>es gibt keine Sperrung {0}</translation>
    </message>
    <message>
        <source>there is no code and name</source>
        <translation>es fehlen code und name</translation>
    </message>
    <message>
        <source>there is no column &apos;{0}&apos;</source>
        <translation>es gibt keine Spalte &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>there is no column {0}</source>
        <translation>es gibt keine Spalte {0}</translation>
    </message>
    <message>
        <source>there is no edit {0}</source>
        <translation>es gibt keine Änderung {0}</translation>
    </message>
    <message>
        <source>there is no elevation raster in it</source>
        <translation>sie enthält kein Höhenraster</translation>
    </message>
    <message>
        <source>there is no field &apos;{0}&apos;</source>
        <translation>es gibt kein Feld &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>there is no folder {0}</source>
        <translation>es gibt keinen Ordner {0}</translation>
    </message>
    <message>
        <source>there is no fraction raster of &apos;{0}&apos;</source>
        <translation>es gibt kein Anteilsraster von „{0}“</translation>
    </message>
    <message>
        <source>there is no ground under the drawing</source>
        <translation>unter der Zeichnung ist kein Boden</translation>
    </message>
    <message>
        <source>there is no header in the lines before</source>
        <translation>in den Zeilen davor steht kein Kopf</translation>
    </message>
    <message>
        <source>there is no hierarchy</source>
        <translation>es gibt keine Hierarchie</translation>
    </message>
    <message>
        <source>there is no input {0}</source>
        <translation>die Eingabe {0} fehlt</translation>
    </message>
    <message>
        <source>there is no key {0}</source>
        <translation>die Angabe {0} fehlt</translation>
    </message>
    <message>
        <source>there is no layer &apos;{0}&apos; of lines</source>
        <translation>es gibt keinen Layer &apos;{0}&apos; mit Linien</translation>
    </message>
    <message>
        <source>there is no partition</source>
        <translation>es gibt keine Partition</translation>
    </message>
    <message>
        <source>there is no path to write</source>
        <translation>es gibt keinen Weg zu schreiben</translation>
    </message>
    <message>
        <source>there is no profile &apos;{0}&apos;</source>
        <translation>es gibt kein Profil &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>there is no road under the drawing</source>
        <translation>unter der Zeichnung liegt keine Straße</translation>
    </message>
    <message>
        <source>there is no scenario &apos;{0}&apos; to open</source>
        <translation>es gibt kein Szenario &apos;{0}&apos; zu öffnen</translation>
    </message>
    <message>
        <source>there is no setting &apos;{0}&apos;</source>
        <translation>es gibt keine Einstellung &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>there is no start</source>
        <translation>es gibt keinen Startpunkt</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>es gibt keine solche Datei</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>es gibt keinen solchen Ordner</translation>
    </message>
    <message>
        <source>there is no such table</source>
        <translation>es gibt keine solche Tabelle</translation>
    </message>
    <message>
        <source>there is none</source>
        <translation>es gibt keines</translation>
    </message>
    <message>
        <source>there is one</source>
        <translation>es gibt eines</translation>
    </message>
    <message>
        <source>these are coordinates only</source>
        <translation>dies sind nur Koordinaten</translation>
    </message>
    <message>
        <source>they are of other vehicles than &apos;{0}&apos;</source>
        <translation>sie sind von anderen Fahrzeugen als &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>this kind of archive is not opened</source>
        <translation>diese Art Archiv wird nicht geöffnet</translation>
    </message>
    <message>
        <source>this looks like elevation: cells hardly differ from their neighbours, and the fastest has {0} km/h</source>
        <translation>dies sieht nach Höhen aus: Zellen unterscheiden sich kaum von ihren Nachbarn, und die schnellste hat {0} km/h</translation>
    </message>
    <message>
        <source>this point of {0} has no place in the CRS of {1}</source>
        <translation>dieser Punkt von {0} hat keinen Ort im KBS von {1}</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>times between places</source>
        <translation>Zeiten zwischen Orten</translation>
    </message>
    <message>
        <source>times on cells</source>
        <translation>Zeiten auf Zellen</translation>
    </message>
    <message>
        <source>to the starts</source>
        <translation>zu den Startpunkten</translation>
    </message>
    <message>
        <source>too many angles</source>
        <translation>zu viele Winkel</translation>
    </message>
    <message>
        <source>too many of its {0} segments lie over each other</source>
        <translation>zu viele der {0} Abschnitte liegen übereinander</translation>
    </message>
    <message>
        <source>track</source>
        <translation>Feldweg</translation>
    </message>
    <message>
        <source>traffic keeps left, as in {0} (by coordinates)</source>
        <translation>Linksverkehr, wie in {0} (nach den Koordinaten)</translation>
    </message>
    <message>
        <source>traffic keeps right (by coordinates)</source>
        <translation>Rechtsverkehr (nach den Koordinaten)</translation>
    </message>
    <message>
        <source>traffic keeps {0}, as driving_side says</source>
        <translation>Verkehr {0}, wie driving_side sagt</translation>
    </message>
    <message>
        <source>travel cost</source>
        <translation>Reisekosten</translation>
    </message>
    <message>
        <source>travel cost, {0}</source>
        <translation>Reisekosten, {0}</translation>
    </message>
    <message>
        <source>travel time</source>
        <translation>Reisezeit</translation>
    </message>
    <message>
        <source>travel time, {0} % certain</source>
        <translation>Reisezeit, {0} % sicher</translation>
    </message>
    <message>
        <source>travel times</source>
        <translation>Reisezeiten</translation>
    </message>
    <message>
        <source>travel times of {0} on a grid of {1} cells</source>
        <translation>Reisezeiten von {0} auf einem Raster von {1} Zellen</translation>
    </message>
    <message>
        <source>tree cover</source>
        <translation>Bäume</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>trunk</source>
        <translation>Schnellstraße</translation>
    </message>
    <message>
        <source>trunk link</source>
        <translation>Auffahrt zur Schnellstraße</translation>
    </message>
    <message>
        <source>tunnel</source>
        <translation>Tunnel</translation>
    </message>
    <message>
        <source>turn restrictions in the file: </source>
        <translation>Abbiegeverbote in der Datei: </translation>
    </message>
    <message>
        <source>two columns have one name</source>
        <translation>zwei Spalten heißen gleich</translation>
    </message>
    <message>
        <source>two nodes have the id &apos;{0}&apos;</source>
        <translation>zwei Knoten haben die Nummer &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>two scenarios are called &apos;{0}&apos;</source>
        <translation>zwei Szenarien heißen &apos;{0}&apos;</translation>
    </message>
    <message>
        <source>unclassified</source>
        <translation>Gemeindestraße</translation>
    </message>
    <message>
        <source>undefined</source>
        <translation>undefiniert</translation>
    </message>
    <message>
        <source>unit of speed</source>
        <translation>Einheit der Geschwindigkeit</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>unpacks to more than {0} bytes, {1} times its size: no road file does</source>
        <translation>entpackt sich zu mehr als {0} Bytes, {1}-mal seiner Größe: Keine Straßendatei tut das</translation>
    </message>
    <message>
        <source>unpacks to {0} bytes, more than {1} times its size</source>
        <translation>entpackt sich zu {0} Bytes, mehr als {1}-mal seiner Größe</translation>
    </message>
    <message>
        <source>valid only at certain times</source>
        <translation>nur zu bestimmten Zeiten gültig</translation>
    </message>
    <message>
        <source>values are summed on maps, and the roads have no positions</source>
        <translation>Werte werden auf Karten summiert, und die Straßen haben keine Koordinaten</translation>
    </message>
    <message>
        <source>values are {0} × what is stored{1}{2}</source>
        <translation>Werte sind {0} × das Gespeicherte{1}{2}</translation>
    </message>
    <message>
        <source>vertex {0}</source>
        <translation>Knoten {0}</translation>
    </message>
    <message>
        <source>vertex {0} has {1} positions</source>
        <translation>Knoten {0} hat {1} Positionen</translation>
    </message>
    <message>
        <source>vertex {0}; the graph has {1}</source>
        <translation>Knoten {0}; das Netz hat {1}</translation>
    </message>
    <message>
        <source>vertices</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>waiting for workers</source>
        <translation>wartet auf Arbeiter</translation>
    </message>
    <message>
        <source>walked at {0} km/h, up to {1} m from a road</source>
        <translation>zu Fuß mit {0} km/h, bis {1} m von einer Straße</translation>
    </message>
    <message>
        <source>warm up</source>
        <translation>aufwärmen</translation>
    </message>
    <message>
        <source>warming up</source>
        <translation>wird aufgewärmt</translation>
    </message>
    <message>
        <source>warping the heights</source>
        <translation>Höhen werden umprojiziert</translation>
    </message>
    <message>
        <source>water</source>
        <translation>Wasser</translation>
    </message>
    <message>
        <source>water, beyond the strip along the shore</source>
        <translation>Wasser, jenseits des Streifens am Ufer</translation>
    </message>
    <message>
        <source>water, {0} m from the shore</source>
        <translation>Wasser, {0} m vom Ufer</translation>
    </message>
    <message>
        <source>way {0}, node {1}</source>
        <translation>Weg {0}, Knoten {1}</translation>
    </message>
    <message>
        <source>ways left out whose highway is not a road (proposed, construction, platform, …)</source>
        <translation>Wege weggelassen, deren highway keine Straße ist (geplant, im Bau, Bahnsteig, …)</translation>
    </message>
    <message>
        <source>weights for other turns</source>
        <translation>Gewichte für anderes Abbiegen</translation>
    </message>
    <message>
        <source>wetland</source>
        <translation>Feuchtgebiet</translation>
    </message>
    <message>
        <source>what customizes small cells</source>
        <translation>was kleine Zellen anpasst,</translation>
    </message>
    <message>
        <source>what is sought</source>
        <translation>was gesucht wird</translation>
    </message>
    <message>
        <source>what kinds of streets do to the vehicle</source>
        <translation>was Arten von Straßen für das Fahrzeug bedeuten</translation>
    </message>
    <message>
        <source>what left turns cost beside right ones</source>
        <translation>was Linksabbiegen gegenüber Rechtsabbiegen kostet</translation>
    </message>
    <message>
        <source>what posted limits mean</source>
        <translation>was Tempolimits bedeuten</translation>
    </message>
    <message>
        <source>what private streets are for</source>
        <translation>wozu Privatstraßen dienen</translation>
    </message>
    <message>
        <source>what queries read of the overlay</source>
        <translation>was Abfragen vom Overlay lesen,</translation>
    </message>
    <message>
        <source>what sharp turns cost</source>
        <translation>was scharfes Abbiegen kostet</translation>
    </message>
    <message>
        <source>what slopes do to the vehicle</source>
        <translation>was Steigungen für das Fahrzeug bedeuten</translation>
    </message>
    <message>
        <source>what surfaces do to the vehicle</source>
        <translation>was Beläge für das Fahrzeug bedeuten</translation>
    </message>
    <message>
        <source>what turning across traffic costs</source>
        <translation>was Abbiegen durch den Gegenverkehr kostet</translation>
    </message>
    <message>
        <source>what turning round costs</source>
        <translation>was Wenden kostet</translation>
    </message>
    <message>
        <source>what turns cost</source>
        <translation>was Abbiegen kostet</translation>
    </message>
    <message>
        <source>who is first where</source>
        <translation>wer wo zuerst ist</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <source>whole numbers</source>
        <translation>ganze Zahlen</translation>
    </message>
    <message>
        <source>whose rules of access hold</source>
        <translation>wessen Zufahrtsregeln gelten</translation>
    </message>
    <message>
        <source>with members that the file does not hold</source>
        <translation>mit Gliedern, die die Datei nicht enthält</translation>
    </message>
    <message>
        <source>with ways that do not meet</source>
        <translation>mit Wegen, die sich nicht treffen</translation>
    </message>
    <message>
        <source>worker {0} of {1} cannot be started here ({2})</source>
        <translation>Arbeiter {0} von {1} lässt sich hier nicht starten ({2})</translation>
    </message>
    <message>
        <source>working on {0}</source>
        <translation>arbeitet auf {0}</translation>
    </message>
    <message>
        <source>your share of the disk is full</source>
        <translation>der eigene Anteil am Datenträger ist voll</translation>
    </message>
    <message>
        <source>{0} &apos;{1}&apos; is neither yes nor no</source>
        <translation>{0} „{1}“ ist weder ja noch nein</translation>
    </message>
    <message>
        <source>{0} &apos;{1}&apos; is no number</source>
        <translation>{0} „{1}“ ist keine Zahl</translation>
    </message>
    <message>
        <source>{0} 255 and taken as undefined</source>
        <translation>{0} 255 und als undefiniert genommen</translation>
    </message>
    <message>
        <source>{0} 255: if that means undefined, say so</source>
        <translation>{0} 255: Wenn das undefiniert heißt, bitte angeben</translation>
    </message>
    <message>
        <source>{0} Choose {1}, or geometry={2}.</source>
        <translation>{0} {1} oder geometry={2} wählen.</translation>
    </message>
    <message>
        <source>{0} GPUs are asked for and {1} that can be used</source>
        <translation>{0} GPUs sind verlangt, und {1} nutzbar</translation>
    </message>
    <message>
        <source>{0} GPUs asked for, {1} usable</source>
        <translation>{0} GPUs verlangt, {1} nutzbar</translation>
    </message>
    <message>
        <source>{0} GiB are to be kept meanwhile, {1} are free</source>
        <translation>{0} GiB sind inzwischen zu behalten, {1} sind frei</translation>
    </message>
    <message>
        <source>{0} GiB of {1} fit neither into memory nor on the disk ({2})</source>
        <translation>{0} GiB {1} passen weder in den Speicher noch auf den Datenträger ({2})</translation>
    </message>
    <message>
        <source>{0} MiB hold no block of {1} × {2} cells</source>
        <translation>{0} MiB fassen keinen Block von {1} × {2} Zellen</translation>
    </message>
    <message>
        <source>{0} MiB is too little for {1}</source>
        <translation>{0} MiB sind zu wenig für {1}</translation>
    </message>
    <message>
        <source>{0} MiB of GPU memory</source>
        <translation>{0} MiB GPU-Speicher</translation>
    </message>
    <message>
        <source>{0} an arc</source>
        <translation>{0} je Kante</translation>
    </message>
    <message>
        <source>{0} and the ground</source>
        <translation>{0} und der Boden</translation>
    </message>
    <message>
        <source>{0} and {1} are of different roads</source>
        <translation>{0} und {1} sind von verschiedenen Straßen</translation>
    </message>
    <message>
        <source>{0} and {1} do not say what was asked, so what differs is not known</source>
        <translation>{0} und {1} sagen nicht, was gefragt war; was sich unterscheidet, ist also nicht bekannt</translation>
    </message>
    <message>
        <source>{0} answered: contracting the roads for the new costs {1}. The times are the same.</source>
        <translation>{0} antwortete: Die Straßen für die neuen Kosten zu kontrahieren {1}. Die Zeiten sind dieselben.</translation>
    </message>
    <message>
        <source>{0} arcs are steeper than {1} %, which they are set to</source>
        <translation>{0} Kanten sind steiler als {1} %, worauf sie gesetzt werden</translation>
    </message>
    <message>
        <source>{0} arcs have no length: measured along their shape</source>
        <translation>{0} Kanten haben keine Länge: entlang ihrer Form gemessen</translation>
    </message>
    <message>
        <source>{0} are not written to files of type &apos;{1}&apos;</source>
        <translation>{0} werden nicht in Dateien der Art „{1}“ geschrieben</translation>
    </message>
    <message>
        <source>{0} bands</source>
        <translation>{0} Stufen</translation>
    </message>
    <message>
        <source>{0} bands, of which band {1} is used</source>
        <translation>{0} Bänder, von denen Band {1} benutzt wird</translation>
    </message>
    <message>
        <source>{0} be used: {1}</source>
        <translation>{0} benutzt werden: {1}</translation>
    </message>
    <message>
        <source>{0} below 0 and {1}</source>
        <translation>{0} unter 0 und {1}</translation>
    </message>
    <message>
        <source>{0} burned into the cells</source>
        <translation>{0}, in die Zellen gebrannt</translation>
    </message>
    <message>
        <source>{0} bytes hold no end of an element</source>
        <translation>{0} Bytes enthalten kein Ende eines Elements</translation>
    </message>
    <message>
        <source>{0} bytes of shared memory a block</source>
        <translation>{0} Bytes gemeinsamer Speicher je Block</translation>
    </message>
    <message>
        <source>{0} cannot hold more than 255 m; {1} vertices lie that high</source>
        <translation>{0} kann nicht mehr als 255 m enthalten; {1} Knoten liegen so hoch</translation>
    </message>
    <message>
        <source>{0} cell is</source>
        <translation>{0} Zelle ist</translation>
    </message>
    <message>
        <source>{0} cells are</source>
        <translation>{0} Zellen sind</translation>
    </message>
    <message>
        <source>{0} cells are too many to be joined with roads</source>
        <translation>{0} Zellen sind zu viele, um mit Straßen verbunden zu werden</translation>
    </message>
    <message>
        <source>{0} cells that can be entered ({1} %) have no height: steps into them and out of them count as level.</source>
        <translation>{0} passierbare Zellen ({1} %) haben keine Höhe: Schritte hinein und hinaus gelten als eben.</translation>
    </message>
    <message>
        <source>{0} cells took the land cover of the nearest cell that has one.</source>
        <translation>{0} Zellen haben die Landbedeckung der nächsten Zelle, die eine hat.</translation>
    </message>
    <message>
        <source>{0} cells without {1}: {2}, unless water or roads decide.</source>
        <translation>{0} Zellen ohne {1}: {2}, wo nicht Wasser oder Straßen entscheiden.</translation>
    </message>
    <message>
        <source>{0} characters</source>
        <translation>{0} Zeichen</translation>
    </message>
    <message>
        <source>{0} classes</source>
        <translation>{0} Klassen</translation>
    </message>
    <message>
        <source>{0} code speeds for {1} values</source>
        <translation>{0} Geschwindigkeiten von Codes für Werte vom Typ {1}</translation>
    </message>
    <message>
        <source>{0} columns × {1} rows are {2} values, the file holds {3}</source>
        <translation>{0} Spalten × {1} Zeilen sind {2} Werte, die Datei enthält {3}</translation>
    </message>
    <message>
        <source>{0} columns × {1} rows are {2} values, the file holds {3} bytes</source>
        <translation>{0} Spalten × {1} Zeilen sind {2} Werte, die Datei enthält {3} Bytes</translation>
    </message>
    <message>
        <source>{0} counts degrees, and slopes need metres</source>
        <translation>{0} zählt Grade, und Hangneigungen brauchen Meter</translation>
    </message>
    <message>
        <source>{0} counts in {1} and {2} in {3}</source>
        <translation>{0} zählt in {1} und {2} in {3}</translation>
    </message>
    <message>
        <source>{0} does not say what was asked, so what differs is not known</source>
        <translation>{0} sagt nicht, was gefragt war; was sich unterscheidet, ist also nicht bekannt</translation>
    </message>
    <message>
        <source>{0} edges are more than can be held</source>
        <translation>{0} Kanten sind zu viele</translation>
    </message>
    <message>
        <source>{0} edges, such as busways, are closed to all vehicles</source>
        <translation>{0} Kanten, etwa Busspuren, sind für alle Fahrzeuge gesperrt</translation>
    </message>
    <message>
        <source>{0} ends were joined within {1} m</source>
        <translation>{0} Enden wurden innerhalb von {1} m verbunden</translation>
    </message>
    <message>
        <source>{0} entries</source>
        <translation>{0} Einträge</translation>
    </message>
    <message>
        <source>{0} entries are more than can be held</source>
        <translation>{0} Einträge sind zu viele</translation>
    </message>
    <message>
        <source>{0} entries on the diagonal are left out: they lead nowhere</source>
        <translation>{0} Einträge auf der Diagonale sind weggelassen: Sie führen nirgendwohin</translation>
    </message>
    <message>
        <source>{0} features are not lines and are left out</source>
        <translation>{0} Objekte sind keine Linien und weggelassen</translation>
    </message>
    <message>
        <source>{0} files hold longitudes and latitudes, and {1} no CRS</source>
        <translation>{0}-Dateien enthalten Längen und Breiten, und {1} kein KBS</translation>
    </message>
    <message>
        <source>{0} from &apos;{1}&apos;</source>
        <translation>{0} aus &apos;{1}&apos;</translation>
    </message>
    <message>
        <source>{0} got no work</source>
        <translation>{0} bekam keine Arbeit</translation>
    </message>
    <message>
        <source>{0} got no work: {1}</source>
        <translation>{0} bekam keine Arbeit: {1}</translation>
    </message>
    <message>
        <source>{0} has cells of {1} m and {2} has cells of {3} m</source>
        <translation>{0} hat Zellen von {1} m und {2} welche von {3} m</translation>
    </message>
    <message>
        <source>{0} has cells of {1} × {2}, written as dx and dy: QGIS and GDAL read that, ArcGIS does not. Use GeoTIFF there.</source>
        <translation>{0} hat Zellen von {1} × {2}, als dx und dy geschrieben: QGIS und GDAL lesen das, ArcGIS nicht. Dort GeoTIFF benutzen.</translation>
    </message>
    <message>
        <source>{0} has {1} × {2} cells and {3} {4} × {5}</source>
        <translation>{0} hat {1} × {2} Zellen und {3} {4} × {5}</translation>
    </message>
    <message>
        <source>{0} hold no block of {1} × {2} cells</source>
        <translation>{0} fassen keinen Block von {1} × {2} Zellen</translation>
    </message>
    <message>
        <source>{0} holds what is no pair</source>
        <translation>{0} enthält etwas, das kein Paar ist</translation>
    </message>
    <message>
        <source>{0} holds {1}</source>
        <translation>{0} enthält {1}</translation>
    </message>
    <message>
        <source>{0} infinite and counted as {1}</source>
        <translation>{0} unendlich und gezählt als {1}</translation>
    </message>
    <message>
        <source>{0} is a folder</source>
        <translation>{0} ist ein Ordner</translation>
    </message>
    <message>
        <source>{0} is more than {1} can be held</source>
        <translation>{0} ist mehr als {1} möglich</translation>
    </message>
    <message>
        <source>{0} is no list of tables</source>
        <translation>{0} ist keine Liste von Tabellen</translation>
    </message>
    <message>
        <source>{0} is none</source>
        <translation>{0} passt hier nicht</translation>
    </message>
    <message>
        <source>{0} is not a list</source>
        <translation>{0} ist keine Liste</translation>
    </message>
    <message>
        <source>{0} is not a number</source>
        <translation>{0} ist keine Zahl</translation>
    </message>
    <message>
        <source>{0} is not a number or null</source>
        <translation>{0} ist weder eine Zahl noch null</translation>
    </message>
    <message>
        <source>{0} is not a rule for slopes</source>
        <translation>{0} ist keine Regel für Steigungen</translation>
    </message>
    <message>
        <source>{0} is not a start</source>
        <translation>{0} ist kein Startpunkt</translation>
    </message>
    <message>
        <source>{0} is not a table</source>
        <translation>{0} ist keine Tabelle</translation>
    </message>
    <message>
        <source>{0} is not a whole number</source>
        <translation>{0} ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>{0} is not installed. Install {1}.</source>
        <translation>{0} ist nicht installiert. {1} installieren.</translation>
    </message>
    <message>
        <source>{0} is not known</source>
        <translation>{0} ist nicht bekannt</translation>
    </message>
    <message>
        <source>{0} is not text</source>
        <translation>{0} ist kein Text</translation>
    </message>
    <message>
        <source>{0} is not text or null</source>
        <translation>{0} ist weder Text noch null</translation>
    </message>
    <message>
        <source>{0} is not the line &apos;{1}&apos; that belongs here</source>
        <translation>{0} ist nicht die Zeile &apos;{1}&apos;, die hierher gehört</translation>
    </message>
    <message>
        <source>{0} is not true or false</source>
        <translation>{0} ist weder true noch false</translation>
    </message>
    <message>
        <source>{0} is not understood</source>
        <translation>{0} wird nicht verstanden</translation>
    </message>
    <message>
        <source>{0} workers</source>
        <translation>{0} Arbeiter</translation>
    </message>
    <message>
        <source>{0}: before solving, re-project it or choose to keep it as it is</source>
        <translation>{0}: vor dem Berechnen umprojizieren oder bewusst so belassen</translation>
    </message>
    <message>
        <source>{0}: times and lengths are off by up to {1}, areas by up to {2}</source>
        <translation>{0}: Zeiten und Längen sind um bis zu {1} falsch, Flächen um bis zu {2}</translation>
    </message>
    <message>
        <source>{0} km/h do not fit {1}, which ends at {2}</source>
        <translation>{0} km/h passen nicht in {1}, das bei {2} endet</translation>
    </message>
    <message>
        <source>{0} In the CRS of {1} it is {2}.</source>
        <translation>{0} Im KBS von {1} liegt der Ort bei {2}.</translation>
    </message>
    <message>
        <source>{0} leaves out who is first nowhere: {1}</source>
        <translation>{0} lässt weg, wer nirgends zuerst ist: {1}</translation>
    </message>
    <message>
        <source>{0} left out</source>
        <translation>{0} ausgelassen</translation>
    </message>
    <message>
        <source>{0} lies beside it but has other arcs, so it is not used</source>
        <translation>{0} liegt daneben, hat aber andere Kanten und wird nicht benutzt</translation>
    </message>
    <message>
        <source>{0} limits</source>
        <translation>{0} Grenzen</translation>
    </message>
    <message>
        <source>{0} lines no longer than the snap tolerance are left out</source>
        <translation>{0} Linien, nicht länger als die Fangtoleranz, sind weggelassen</translation>
    </message>
    <message>
        <source>{0} lost; others did what was left</source>
        <translation>{0} verloren; andere taten, was übrig war</translation>
    </message>
    <message>
        <source>{0} m from a road</source>
        <translation>{0} m von einer Straße</translation>
    </message>
    <message>
        <source>{0} m from roads at {1} ticks a metre</source>
        <translation>{0} m von Straßen zu {1} Ticks je Meter</translation>
    </message>
    <message>
        <source>{0} m off roads at {1} km/h</source>
        <translation>{0} m abseits der Straßen mit {1} km/h</translation>
    </message>
    <message>
        <source>{0} names no CRS, because the terrain names none.</source>
        <translation>{0} nennt kein KBS, da das Gelände keines nennt.</translation>
    </message>
    <message>
        <source>{0} names no CRS, because {1} name none.</source>
        <translation>{0} nennt kein KBS, weil {1} keines nennen.</translation>
    </message>
    <message>
        <source>{0} names no CRS, because {1} none.</source>
        <translation>{0} nennt kein KBS ({1}).</translation>
    </message>
    <message>
        <source>{0} nearest origins</source>
        <translation>{0} nächste Quellen</translation>
    </message>
    <message>
        <source>{0} needs {1}, {2} may be used</source>
        <translation>{0} braucht {1}, {2} darf benutzt werden</translation>
    </message>
    <message>
        <source>{0} not reached and not in {1}.</source>
        <translation>{0} nicht erreicht und nicht in {1}.</translation>
    </message>
    <message>
        <source>{0} numbers</source>
        <translation>{0} Zahlen</translation>
    </message>
    <message>
        <source>{0} of roads</source>
        <translation>{0} von Straßen</translation>
    </message>
    <message>
        <source>{0} of the nearest road within {1} m</source>
        <translation>{0} der nächsten Straße innerhalb von {1} m</translation>
    </message>
    <message>
        <source>{0} of {1} arcs have no known slope and count as level: {2} vertices have no height</source>
        <translation>{0} von {1} Kanten haben keine bekannte Steigung und gelten als eben: {2} Knoten haben keine Höhe</translation>
    </message>
    <message>
        <source>{0} of {1} are left out: {2}{3}</source>
        <translation>{0} von {1} sind weggelassen: {2}{3}</translation>
    </message>
    <message>
        <source>{0} of {1} corners</source>
        <translation>{0} mit {1} Ecken</translation>
    </message>
    <message>
        <source>{0} of {1} starts</source>
        <translation>{0} von {1} Startpunkten</translation>
    </message>
    <message>
        <source>{0} of {1} {2} left out: {3}{4}</source>
        <translation>{0} von {1} {2} weggelassen: {3}{4}</translation>
    </message>
    <message>
        <source>{0} on the {1} {2}</source>
        <translation>{0} auf {1} {2}</translation>
    </message>
    <message>
        <source>{0} over no cell</source>
        <translation>{0} über keiner Zelle</translation>
    </message>
    <message>
        <source>{0} parts of an overlay</source>
        <translation>{0} Teile eines Overlays</translation>
    </message>
    <message>
        <source>{0} positions for {1} vertices</source>
        <translation>{0} Positionen für {1} Knoten</translation>
    </message>
    <message>
        <source>{0} roads name nodes that the file does not hold and are cut there ({1})</source>
        <translation>{0} Straßen nennen Knoten, die die Datei nicht enthält, und sind dort geschnitten ({1})</translation>
    </message>
    <message>
        <source>{0} roads with conditions that are not understood (&apos;{1}&apos;)</source>
        <translation>{0} Straßen mit Bedingungen, die nicht verstanden werden („{1}“)</translation>
    </message>
    <message>
        <source>{0} roads with fewer than two different nodes left out ({1})</source>
        <translation>{0} Straßen mit weniger als zwei verschiedenen Knoten weggelassen ({1})</translation>
    </message>
    <message>
        <source>{0} rows and {1} columns</source>
        <translation>{0} Zeilen und {1} Spalten</translation>
    </message>
    <message>
        <source>{0} rows are too many</source>
        <translation>{0} Zeilen sind zu viele</translation>
    </message>
    <message>
        <source>{0} runs</source>
        <translation>{0} Läufe</translation>
    </message>
    <message>
        <source>{0} runs, spread {1}, seed {2}, {3}</source>
        <translation>{0} Läufe, Streuung {1}, Startwert {2}, {3}</translation>
    </message>
    <message>
        <source>{0} shortcuts on a level</source>
        <translation>{0} Abkürzungen auf einer Ebene</translation>
    </message>
    <message>
        <source>{0} starts and {1} bands are too many zones</source>
        <translation>{0} Startpunkte und {1} Stufen sind zu viele Zonen</translation>
    </message>
    <message>
        <source>{0} starts are more than a raster tells apart</source>
        <translation>{0} Startpunkte sind mehr, als ein Raster unterscheidet</translation>
    </message>
    <message>
        <source>{0} states are needed for turns</source>
        <translation>{0} Zustände sind für das Abbiegen nötig</translation>
    </message>
    <message>
        <source>{0} states with {1} steps</source>
        <translation>{0} Zustände mit {1} Schritten</translation>
    </message>
    <message>
        <source>{0} states, more than lists can link</source>
        <translation>{0} Zustände, mehr als Listen verknüpfen können</translation>
    </message>
    <message>
        <source>{0} values for {1} columns</source>
        <translation>{0} Werte für {1} Spalten</translation>
    </message>
    <message>
        <source>{0} vertices and {1} arcs</source>
        <translation>{0} Knoten und {1} Kanten</translation>
    </message>
    <message>
        <source>{0} was cancelled</source>
        <translation>{0} wurde abgebrochen</translation>
    </message>
    <message>
        <source>{0} was stopped before its end</source>
        <translation>{0} wurde vor dem Ende angehalten</translation>
    </message>
    <message>
        <source>{0} without a way within the limit {1} not in {2}.</source>
        <translation>Nicht in {2}: {0} ohne Weg innerhalb der Grenze.</translation>
    </message>
    <message>
        <source>{0} {1} there from a run before</source>
        <translation>{0} {1} dort aus einem früheren Lauf</translation>
    </message>
    <message>
        <source>{0} × {1} ({2} %) {3}</source>
        <translation>{0} × {1} ({2} %) {3}</translation>
    </message>
    <message>
        <source>{0} × {1} cells need {2} GiB of memory</source>
        <translation>{0} × {1} Zellen brauchen {2} GiB Speicher</translation>
    </message>
    <message>
        <source>{0} × {1} {2}</source>
        <translation>{0} × {1} {2}</translation>
    </message>
    <message>
        <source>{0} → {1}</source>
        <translation>{0} → {1}</translation>
    </message>
    <message>
        <source>{0}, at most {1}</source>
        <translation>{0}, höchstens {1}</translation>
    </message>
    <message>
        <source>{0}, byte {1}</source>
        <translation>{0}, Byte {1}</translation>
    </message>
    <message>
        <source>{0}, edge {1} to {2}</source>
        <translation>{0}, Kante {1} bis {2}</translation>
    </message>
    <message>
        <source>{0}, edit {1}</source>
        <translation>{0}, Änderung {1}</translation>
    </message>
    <message>
        <source>{0}, feature {1}</source>
        <translation>{0}, Objekt {1}</translation>
    </message>
    <message>
        <source>{0}, from line {1}</source>
        <translation>{0}, ab Zeile {1}</translation>
    </message>
    <message>
        <source>{0}, layer {1}</source>
        <translation>{0}, Layer {1}</translation>
    </message>
    <message>
        <source>{0}, line {1}</source>
        <translation>{0}, Zeile {1}</translation>
    </message>
    <message>
        <source>{0}, matrix.bands</source>
        <translation>{0}, matrix.bands</translation>
    </message>
    <message>
        <source>{0}, node {1}</source>
        <translation>{0}, Knoten {1}</translation>
    </message>
    <message>
        <source>{0}, row {1}</source>
        <translation>{0}, Zeile {1}</translation>
    </message>
    <message>
        <source>{0}, scenario &apos;{1}&apos;</source>
        <translation>{0}, Szenario „{1}“</translation>
    </message>
    <message>
        <source>{0}, scenarios.list[{1}]</source>
        <translation>{0}, scenarios.list[{1}]</translation>
    </message>
    <message>
        <source>{0}, scenarios.open</source>
        <translation>{0}, scenarios.open</translation>
    </message>
    <message>
        <source>{0}, slopes.model</source>
        <translation>{0}, slopes.model</translation>
    </message>
    <message>
        <source>{0}, the lowest is {1}: speeds are never negative</source>
        <translation>{0}, die niedrigste ist {1}: Geschwindigkeiten sind nie negativ</translation>
    </message>
    <message>
        <source>{0}, too steep for this cover</source>
        <translation>{0}, zu steil für diese Bedeckung</translation>
    </message>
    <message>
        <source>{0}, vehicle.closures[{1}]</source>
        <translation>{0}, vehicle.closures[{1}]</translation>
    </message>
    <message>
        <source>{0}: a map of roads has no relief</source>
        <translation>{0}: Eine Karte von Straßen hat keine Schummerung</translation>
    </message>
    <message>
        <source>{0}: cells are measured on the ground</source>
        <translation>{0}: Zellen werden am Boden gemessen</translation>
    </message>
    <message>
        <source>{0}: is {1} an undeclared NODATA?</source>
        <translation>{0}: Ist {1} ein nicht angegebener NODATA-Wert?</translation>
    </message>
    <message>
        <source>{0}: its {1} of version {2} are kept, and do not count here</source>
        <translation>{0}: {1} von Version {2} bleiben erhalten und zählen hier nicht</translation>
    </message>
    <message>
        <source>{0}: measuring energy</source>
        <translation>{0}: Energie wird gemessen</translation>
    </message>
    <message>
        <source>{0}: the {1} is not a number</source>
        <translation>{0}: {1} ist keine Zahl</translation>
    </message>
    <message>
        <source>{0}: the {1} is not a whole number</source>
        <translation>{0}: {1} ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>{0}: the {1} is not a {2}</source>
        <translation>{0}: {1} ist kein {2}</translation>
    </message>
    <message>
        <source>{0}: the {1} must lie between {2} and {3}</source>
        <translation>{0}: {1} muss zwischen {2} und {3} liegen</translation>
    </message>
    <message>
        <source>{0}: {1} on the {2} is reckoned at {3}{4}</source>
        <translation>{0}: {1} auf {2} wird auf {3}{4} geschätzt</translation>
    </message>
    <message>
        <source>{0}; each worker by what is quickest there</source>
        <translation>{0}; jeder Arbeiter mit dem, was dort am schnellsten ist</translation>
    </message>
    <message>
        <source>{0}Known are {1}.</source>
        <translation>{0}Bekannt sind {1}.</translation>
    </message>
    <message>
        <source>{a} and {b} ask the same question.</source>
        <translation>{a} und {b} fragen dasselbe.</translation>
    </message>
    <message>
        <source>{what} ({first} in {a}, {second} in {b})</source>
        <translation>{what} ({first} in {a}, {second} in {b})</translation>
    </message>
    <message>
        <source>{{0}} is not known</source>
        <translation>{{0}} ist nicht bekannt</translation>
    </message>
    <message>
        <source>© OpenStreetMap contributors</source>
        <translation>© OpenStreetMap contributors</translation>
    </message>
</context>
<context>
    <name>IsochronesPanel</name>
    <message>
        <source>Any list, such as “10, 20, 45 min” or “1 h, 90 min”</source>
        <translation>Beliebige Liste, etwa „10, 20, 45 min“ oder „1 h, 90 min“</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Bands up to</source>
        <translation>Stufen bis</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Colours run smoothly over time (C)</source>
        <translation>Farben verlaufen stufenlos mit der Zeit (C)</translation>
    </message>
    <message>
        <source>Continuous</source>
        <translation>Stufenlos</translation>
    </message>
    <message>
        <source>Dark at the start, light far away</source>
        <translation>Dunkel am Startpunkt, hell in der Ferne</translation>
    </message>
    <message>
        <source>Drag a line to move the limit of a band; or choose one by Up and Down and move it by Left and Right, with Shift farther</source>
        <translation>Eine Linie ziehen verschiebt die Grenze einer Stufe; oder eine mit Hoch und Herunter wählen und mit Links und Rechts verschieben, mit Umschalt weiter</translation>
    </message>
    <message>
        <source>Evenly spaced bands</source>
        <translation>Gleich breite Stufen</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Anpassen</translation>
    </message>
    <message>
        <source>Fit bands to the result</source>
        <translation>Stufen an das Ergebnis anpassen</translation>
    </message>
    <message>
        <source>How strongly the colours cover what is beneath</source>
        <translation>Wie stark die Farben verdecken, was darunter liegt</translation>
    </message>
    <message>
        <source>Isolines</source>
        <translation>Isolinien</translation>
    </message>
    <message>
        <source>Limits of the bands</source>
        <translation>Grenzen der Stufen</translation>
    </message>
    <message>
        <source>Limits, {unit}</source>
        <translation>Grenzen, {unit}</translation>
    </message>
    <message>
        <source>Lines at the limits (I)</source>
        <translation>Linien an den Grenzen (I)</translation>
    </message>
    <message>
        <source>Number of bands</source>
        <translation>Anzahl der Stufen</translation>
    </message>
    <message>
        <source>One colour per band</source>
        <translation>Eine Farbe je Stufe</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Deckkraft</translation>
    </message>
    <message>
        <source>Places farther away than this are left out</source>
        <translation>Weiter entfernte Orte werden weggelassen</translation>
    </message>
    <message>
        <source>Reversed</source>
        <translation>Umgekehrt</translation>
    </message>
    <message>
        <source>Round numbers</source>
        <translation>Runde Zahlen</translation>
    </message>
    <message>
        <source>Safe for colour-blind eyes</source>
        <translation>Sicher bei Farbenblindheit</translation>
    </message>
    <message>
        <source>The end of the last band</source>
        <translation>Das Ende der letzten Stufe</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>What is reached by travel time</source>
        <translation>Was nach Reisezeit erreicht wird</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>{limits}. Any list, such as “10, 20, 45 min” or “1 h, 90 min”; numbers without a unit are in {unit}</source>
        <translation>{limits}. Beliebige Liste, etwa „10, 20, 45 min“ oder „1 h, 90 min“; Zahlen ohne Einheit sind in {unit}</translation>
    </message>
</context>
<context>
    <name>JoinDialog</name>
    <message>
        <source>A road graph or a layer of streets</source>
        <translation>Ein Straßennetz oder ein Layer mit Straßen</translation>
    </message>
    <message>
        <source>A road may be left wherever it lies on the ground; bridges and tunnels pass over and under. One-way streets are respected; turns cost nothing.</source>
        <translation>Eine Straße kann überall verlassen werden, wo sie auf dem Boden liegt; Brücken und Tunnel führen darüber und darunter. Einbahnstraßen gelten; Abbiegen kostet nichts.</translation>
    </message>
    <message>
        <source>A velocity raster</source>
        <translation>Ein Geschwindigkeitsraster</translation>
    </message>
    <message>
        <source>Browse for {what}</source>
        <translation>{what} suchen</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Every cell that a road touches takes its speed, in all directions; a bridge becomes a crossing. Any solver for terrain can be used.</source>
        <translation>Jede Zelle, die eine Straße berührt, nimmt deren Geschwindigkeit an, in alle Richtungen; eine Brücke wird zur Kreuzung. Jedes Verfahren für Gelände ist möglich.</translation>
    </message>
    <message>
        <source>From the starts</source>
        <translation>Ab den Startpunkten</translation>
    </message>
    <message>
        <source>From the starts, or to them</source>
        <translation>Ab den Startpunkten oder zu ihnen</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>How roads and terrain are joined</source>
        <translation>Wie Straßen und Gelände verbunden werden</translation>
    </message>
    <message>
        <source>Open terrain and roads together</source>
        <translation>Gelände und Straßen zusammen öffnen</translation>
    </message>
    <message>
        <source>Roads</source>
        <translation>Straßen</translation>
    </message>
    <message>
        <source>Roads and ground kept separate</source>
        <translation>Straßen und Boden getrennt</translation>
    </message>
    <message>
        <source>Roads burned into the cells</source>
        <translation>Straßen in die Zellen eingebrannt</translation>
    </message>
    <message>
        <source>Terrain</source>
        <translation>Gelände</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>To the starts</source>
        <translation>Zu den Startpunkten</translation>
    </message>
    <message>
        <source>Vehicle</source>
        <translation>Fahrzeug</translation>
    </message>
    <message>
        <source>Who drives on the roads</source>
        <translation>Wer auf den Straßen fährt</translation>
    </message>
    <message>
        <source>{vehicle}, as it is set</source>
        <translation>{vehicle}, wie eingestellt</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Add a start</source>
        <translation>Startpunkt hinzufügen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>Click corners or draw by hand; a double click ends</source>
        <translation>Ecken klicken oder freihändig zeichnen; ein Doppelklick beendet</translation>
    </message>
    <message>
        <source>Closing roads</source>
        <translation>Straßen sperren</translation>
    </message>
    <message>
        <source>Ctrl-click</source>
        <translation>Strg-Klick</translation>
    </message>
    <message>
        <source>Drag a start</source>
        <translation>Startpunkt ziehen</translation>
    </message>
    <message>
        <source>Drag the map</source>
        <translation>Karte ziehen</translation>
    </message>
    <message>
        <source>Drop a file</source>
        <translation>Datei fallen lassen</translation>
    </message>
    <message>
        <source>Hover over a cell</source>
        <translation>Über einer Zelle ruhen</translation>
    </message>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>Maus</translation>
    </message>
    <message>
        <source>Move it; the times follow</source>
        <translation>Verschieben; die Zeiten folgen</translation>
    </message>
    <message>
        <source>On the map</source>
        <translation>Auf der Karte</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Karte verschieben</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Bedienfelder</translation>
    </message>
    <message>
        <source>Pin the path to this place</source>
        <translation>Weg zu diesem Ort anheften</translation>
    </message>
    <message>
        <source>Right click</source>
        <translation>Rechtsklick</translation>
    </message>
    <message>
        <source>Set the start</source>
        <translation>Startpunkt setzen</translation>
    </message>
    <message>
        <source>Shift-click</source>
        <translation>Umschalt-Klick</translation>
    </message>
    <message>
        <source>Speed, time and the quickest way there</source>
        <translation>Geschwindigkeit, Zeit und der schnellste Weg dorthin</translation>
    </message>
    <message>
        <source>What can be done at this place</source>
        <translation>Was an diesem Ort möglich ist</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoomen</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>Am Zeiger zoomen</translation>
    </message>
    <message>
        <source>Zoom to fit</source>
        <translation>Alles zeigen</translation>
    </message>
</context>
<context>
    <name>LayerFiles</name>
    <message>
        <source>Add base layers</source>
        <translation>Layer hinzufügen</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Opening {name}</source>
        <translation>{name} wird geöffnet</translation>
    </message>
    <message>
        <source>Rasters and drawings</source>
        <translation>Raster und Vektordateien</translation>
    </message>
</context>
<context>
    <name>LayersPanel</name>
    <message>
        <source>Add a base layer</source>
        <translation>Layer hinzufügen</translation>
    </message>
    <message>
        <source>Add a raster, a vector file or MBTiles as a layer</source>
        <translation>Ein Raster, eine Vektordatei oder MBTiles als Layer hinzufügen</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Base layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Abwärts</translation>
    </message>
    <message>
        <source>How much of the selected layer is seen</source>
        <translation>Wie viel vom gewählten Layer zu sehen ist</translation>
    </message>
    <message>
        <source>Lay the selected layer over the one above it</source>
        <translation>Den gewählten Layer über den nächsthöheren legen</translation>
    </message>
    <message>
        <source>Lay the selected layer under the one below it</source>
        <translation>Den gewählten Layer unter den nächsttieferen legen</translation>
    </message>
    <message>
        <source>Move layer down</source>
        <translation>Layer abwärts</translation>
    </message>
    <message>
        <source>Move layer up</source>
        <translation>Layer aufwärts</translation>
    </message>
    <message>
        <source>Nothing is sent anywhere while this is off.</source>
        <translation>Solange dies aus ist, wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Deckkraft</translation>
    </message>
    <message>
        <source>Opacity of the layer</source>
        <translation>Deckkraft des Layers</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove base layer</source>
        <translation>Layer entfernen</translation>
    </message>
    <message>
        <source>Take the selected layer away</source>
        <translation>Den gewählten Layer wegnehmen</translation>
    </message>
    <message>
        <source>The topmost first; ticked are shown</source>
        <translation>Der oberste zuerst; angehakte sind zu sehen</translation>
    </message>
    <message>
        <source>Tiles from a server</source>
        <translation>Kacheln von einem Server</translation>
    </message>
    <message>
        <source>Travel times and roads</source>
        <translation>Reisezeiten und Straßen</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Aufwärts</translation>
    </message>
</context>
<context>
    <name>LogDialog</name>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>C&amp;opy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>How grave a line is at least</source>
        <translation>Wie schwer eine Zeile mindestens wiegt</translation>
    </message>
    <message>
        <source>It is not written to a file.</source>
        <translation>Es wird in keine Datei geschrieben.</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <translation>Zeilen des Protokolls</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>Protokoll speichern</translation>
    </message>
    <message>
        <source>Saved {name}</source>
        <translation>Gespeichert: {name}</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Protokoll durchsuchen</translation>
    </message>
    <message>
        <source>Several words narrow it</source>
        <translation>Mehrere Wörter grenzen ein</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Words to look for</source>
        <translation>Gesuchte Wörter</translation>
    </message>
</context>
<context>
    <name>Looks</name>
    <message>
        <source>&amp;Automatic</source>
        <translation>&amp;Automatisch</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>&amp;Keine</translation>
    </message>
    <message>
        <source>&amp;Reversed: dark at the start</source>
        <translation>&amp;Umgekehrt: dunkel am Startpunkt</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Elevation &amp;raster…</source>
        <translation>Höhen&amp;raster…</translation>
    </message>
    <message>
        <source>Elevation raster</source>
        <translation>Höhenraster</translation>
    </message>
    <message>
        <source>From &amp;elevation</source>
        <translation>Aus &amp;Höhen</translation>
    </message>
    <message>
        <source>From &amp;speeds</source>
        <translation>Aus &amp;Geschwindigkeiten</translation>
    </message>
    <message>
        <source>From travel &amp;times</source>
        <translation>Aus Reise&amp;zeiten</translation>
    </message>
    <message>
        <source>Heights of the same place, in any format</source>
        <translation>Höhen desselben Gebiets, in jedem Format</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>{name} wird gelesen</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Validating</source>
        <translation>Ergebnis wird geprüft</translation>
    </message>
</context>
<context>
    <name>Map</name>
    <message>
        <source>Barrier, 0 {unit}</source>
        <translation>Barriere, 0 {unit}</translation>
    </message>
    <message>
        <source>Beyond {amount}</source>
        <translation>Über {amount}</translation>
    </message>
    <message>
        <source>Closed by drawing</source>
        <translation>Durch Zeichnen gesperrt</translation>
    </message>
    <message>
        <source>Coarse preview</source>
        <translation>Grobe Vorschau</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Entfernung</translation>
    </message>
    <message>
        <source>File ▸ Open, or drop it here. The sample terrain is in the same menu.</source>
        <translation>Datei ▸ Öffnen, oder hier fallen lassen. Das Beispielgelände steht im selben Menü.</translation>
    </message>
    <message>
        <source>Give starts by vertex id, in the Starts panel.</source>
        <translation>Startpunkte nach Knotennummer angeben, im Bedienfeld Startpunkte.</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Keine Daten</translation>
    </message>
    <message>
        <source>Not for this vehicle</source>
        <translation>Nicht für dieses Fahrzeug</translation>
    </message>
    <message>
        <source>Not reached</source>
        <translation>Nicht erreicht</translation>
    </message>
    <message>
        <source>Not reached within {amount}</source>
        <translation>In {amount} nicht erreicht</translation>
    </message>
    <message>
        <source>Open a velocity raster or a road graph</source>
        <translation>Geschwindigkeitsraster oder Straßennetz öffnen</translation>
    </message>
    <message>
        <source>Sea, by its height</source>
        <translation>Meer, nach der Höhe</translation>
    </message>
    <message>
        <source>Speed, {unit}</source>
        <translation>Geschwindigkeit, {unit}</translation>
    </message>
    <message>
        <source>These roads have no positions</source>
        <translation>Diese Straßen haben keine Koordinaten</translation>
    </message>
    <message>
        <source>Travel time</source>
        <translation>Reisezeit</translation>
    </message>
    <message>
        <source>beyond</source>
        <translation>darüber</translation>
    </message>
    <message>
        <source>{title}, {n} % certain</source>
        <translation>{title}, zu {n} % sicher</translation>
    </message>
</context>
<context>
    <name>Matrices</name>
    <message>
        <source>Choose a raster of people</source>
        <translation>Einwohnerraster wählen</translation>
    </message>
    <message>
        <source>Choose destinations</source>
        <translation>Ziele wählen</translation>
    </message>
    <message>
        <source>Choose origins</source>
        <translation>Quellen wählen</translation>
    </message>
    <message>
        <source>Choose people</source>
        <translation>Einwohner wählen</translation>
    </message>
    <message>
        <source>First origin</source>
        <translation>Nächste Quelle</translation>
    </message>
    <message>
        <source>Origins within reach</source>
        <translation>Erreichbare Quellen</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Rasters</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Save the matrix</source>
        <translation>Matrix speichern</translation>
    </message>
    <message>
        <source>Save the statistics</source>
        <translation>Statistik speichern</translation>
    </message>
    <message>
        <source>The nearest origin of all places</source>
        <translation>Die nächste Quelle aller Orte</translation>
    </message>
    <message>
        <source>Times between many places</source>
        <translation>Zeiten zwischen vielen Orten</translation>
    </message>
    <message>
        <source>{count} more, in the same colours</source>
        <translation>{count} weitere, in denselben Farben</translation>
    </message>
    <message>
        <source>{number} of {all} origins</source>
        <translation>{number} von {all} Quellen</translation>
    </message>
</context>
<context>
    <name>MatrixAnswerView</name>
    <message>
        <source>All pairs</source>
        <translation>Alle Paare</translation>
    </message>
    <message>
        <source>Band</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Click a title to sort</source>
        <translation>Zum Sortieren auf einen Titel klicken</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the statistics</source>
        <translation>Statistik kopieren</translation>
    </message>
    <message>
        <source>Copy the statistics as text</source>
        <translation>Die Statistik als Text kopieren</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Destinations</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Entfernung</translation>
    </message>
    <message>
        <source>First at</source>
        <translation>Zuerst bei</translation>
    </message>
    <message>
        <source>First origin of each place</source>
        <translation>Nächste Quelle jedes Orts</translation>
    </message>
    <message>
        <source>Least time from any origin</source>
        <translation>Kürzeste Zeit ab irgendeiner Quelle</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Map shows</source>
        <translation>Karte zeigt</translation>
    </message>
    <message>
        <source>Nearest origins</source>
        <translation>Nächste Quellen</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Origins</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Origins within reach</source>
        <translation>Erreichbare Quellen</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Einwohner</translation>
    </message>
    <message>
        <source>Save matrix…</source>
        <translation>Matrix speichern…</translation>
    </message>
    <message>
        <source>Save statistics…</source>
        <translation>Statistik speichern…</translation>
    </message>
    <message>
        <source>Save the matrix</source>
        <translation>Matrix speichern</translation>
    </message>
    <message>
        <source>Save the statistics</source>
        <translation>Statistik speichern</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>The areas are being drawn; Esc does without them</source>
        <translation>Die Flächen werden gezeichnet; Esc verzichtet darauf</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Times of the starts</source>
        <translation>Zeiten der Startpunkte</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>What is reached in each band from the nearest origin, and in total up to its end</source>
        <translation>Was in jeder Stufe von der nächsten Quelle erreicht wird, und gesamt bis zu ihrem Ende</translation>
    </message>
    <message>
        <source>What the map shows of the answer</source>
        <translation>Was die Karte von der Antwort zeigt</translation>
    </message>
    <message>
        <source>Which times are listed</source>
        <translation>Welche Zeiten aufgeführt werden</translation>
    </message>
    <message>
        <source>Write it as CSV, Parquet or NumPy, or the first origin of each place as a map</source>
        <translation>Als CSV, Parquet oder NumPy schreiben, oder die nächste Quelle jedes Orts als Karte</translation>
    </message>
    <message>
        <source>Write the statistics as CSV</source>
        <translation>Die Statistik als CSV schreiben</translation>
    </message>
    <message>
        <source>any of {count} origins</source>
        <translation>einer von {count} Quellen</translation>
    </message>
    <message>
        <source>are</source>
        <translation>liegen</translation>
    </message>
    <message>
        <source>is</source>
        <translation>liegt</translation>
    </message>
    <message>
        <source>{area} are within {time} of {origins}</source>
        <translation>{area} liegen innerhalb von {time} von {origins}</translation>
    </message>
    <message>
        <source>{lengths} of streets are within {time} of {origins}</source>
        <translation>{lengths} Straßen liegen innerhalb von {time} von {origins}</translation>
    </message>
    <message>
        <source>live</source>
        <translation>wohnen</translation>
    </message>
    <message>
        <source>lives</source>
        <translation>wohnt</translation>
    </message>
    <message>
        <source>the origin</source>
        <translation>der Quelle</translation>
    </message>
    <message>
        <source>{number} of {all} destination {are} within {time} of {origins}</source>
        <translation>{number} von {all} Ziel {are} innerhalb von {time} von {origins}</translation>
    </message>
    <message>
        <source>{number} of {all} destinations {are} within {time} of {origins}</source>
        <translation>{number} von {all} Zielen {are} innerhalb von {time} von {origins}</translation>
    </message>
    <message>
        <source>{number} of {all} people, {share} %, {live} within {time} of {origins}</source>
        <translation>{number} von {all} Einwohnern, {share} %, {live} innerhalb von {time} von {origins}</translation>
    </message>
    <message>
        <source>{number} people {live} within {time} of {origins}</source>
        <translation>{number} Einwohner {live} innerhalb von {time} von {origins}</translation>
    </message>
    <message>
        <source>{title} on the {backend}, {time}. {reason}.</source>
        <translation>{title} auf der {backend}, {time}. {reason}.</translation>
    </message>
    <message>
        <source>{unit} of streets</source>
        <translation>{unit} Straßen</translation>
    </message>
    <message>
        <source>{what}, up to the end of the band</source>
        <translation>{what}, bis zum Ende der Stufe</translation>
    </message>
</context>
<context>
    <name>MatrixEdits</name>
    <message>
        <source>Add destination</source>
        <translation>Ziel hinzufügen</translation>
    </message>
    <message>
        <source>Add origin</source>
        <translation>Quelle hinzufügen</translation>
    </message>
    <message>
        <source>Remove destination</source>
        <translation>Ziel entfernen</translation>
    </message>
    <message>
        <source>Remove origin</source>
        <translation>Quelle entfernen</translation>
    </message>
</context>
<context>
    <name>MatrixPanel</name>
    <message>
        <source>A raster that says how many people live in each cell</source>
        <translation>Ein Raster, das sagt, wie viele Menschen in jeder Zelle wohnen</translation>
    </message>
    <message>
        <source>Address of a Dask scheduler, as HOST:PORT; empty to work it out here</source>
        <translation>Adresse eines Dask-Schedulers als HOST:PORT; leer, um hier zu rechnen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All destinations</source>
        <translation>Alle Ziele</translation>
    </message>
    <message>
        <source>All junctions of the roads, or all cells of the raster, are destinations</source>
        <translation>Alle Knoten der Straßen oder alle Zellen des Rasters sind Ziele</translation>
    </message>
    <message>
        <source>All pairs</source>
        <translation>Alle Paare</translation>
    </message>
    <message>
        <source>All places are destinations</source>
        <translation>Alle Orte sind Ziele</translation>
    </message>
    <message>
        <source>Any list, such as “4, 8 min”; empty for round ones within the limit</source>
        <translation>Beliebige Liste, etwa „4, 8 min“; leer für runde innerhalb der Grenze</translation>
    </message>
    <message>
        <source>Bands of the statistics</source>
        <translation>Stufen der Statistik</translation>
    </message>
    <message>
        <source>Bands, {unit}</source>
        <translation>Stufen, {unit}</translation>
    </message>
    <message>
        <source>Below is the answer of before: what is asked has changed since.</source>
        <translation>Unten steht die vorige Antwort: Die Frage hat sich seither geändert.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the matrix</source>
        <translation>Matrix abbrechen</translation>
    </message>
    <message>
        <source>Change bands of the matrix</source>
        <translation>Stufen der Matrix ändern</translation>
    </message>
    <message>
        <source>Change cluster</source>
        <translation>Cluster ändern</translation>
    </message>
    <message>
        <source>Change limit</source>
        <translation>Grenze ändern</translation>
    </message>
    <message>
        <source>Change nearest</source>
        <translation>Nächste ändern</translation>
    </message>
    <message>
        <source>Change pairs kept</source>
        <translation>Behaltene Paare ändern</translation>
    </message>
    <message>
        <source>Choose origins, such as clinics: from a file, or by clicking. A raster of people tells who lives within reach of any of them.</source>
        <translation>Quellen wählen, etwa Kliniken: aus einer Datei oder durch Klicken. Ein Einwohnerraster sagt, wer in Reichweite einer von ihnen wohnt.</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klicken</translation>
    </message>
    <message>
        <source>Click destinations</source>
        <translation>Ziele klicken</translation>
    </message>
    <message>
        <source>Click origins</source>
        <translation>Quellen klicken</translation>
    </message>
    <message>
        <source>Click places on the map; Esc ends it</source>
        <translation>Orte auf der Karte klicken; Esc beendet es</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Count no people</source>
        <translation>Keine Einwohner zählen</translation>
    </message>
    <message>
        <source>Destinations from a file</source>
        <translation>Ziele aus Datei</translation>
    </message>
    <message>
        <source>Direction of the matrix</source>
        <translation>Richtung der Matrix</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>Datei…</translation>
    </message>
    <message>
        <source>From the origins</source>
        <translation>Ab den Quellen</translation>
    </message>
    <message>
        <source>Keep the time of each pair, not of the nearest alone</source>
        <translation>Die Zeit jedes Paars behalten, nicht nur der nächsten</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>Nearest origins</source>
        <translation>Nächste Quellen</translation>
    </message>
    <message>
        <source>No origins</source>
        <translation>Keine Quellen</translation>
    </message>
    <message>
        <source>No raster of people</source>
        <translation>Kein Einwohnerraster</translation>
    </message>
    <message>
        <source>Origins</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Origins from a file</source>
        <translation>Quellen aus Datei</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Einwohner</translation>
    </message>
    <message>
        <source>Places farther away than this are left out</source>
        <translation>Weiter entfernte Orte werden weggelassen</translation>
    </message>
    <message>
        <source>Points of a file that GDAL reads, or a CSV with lon,lat, x,y or vertex</source>
        <translation>Punkte einer Datei, die GDAL liest, oder einer CSV mit lon,lat, x,y oder vertex</translation>
    </message>
    <message>
        <source>Raster of people</source>
        <translation>Einwohnerraster</translation>
    </message>
    <message>
        <source>Remove origins</source>
        <translation>Quellen entfernen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Run the matrix</source>
        <translation>Matrix berechnen</translation>
    </message>
    <message>
        <source>Scheduler of a cluster</source>
        <translation>Scheduler eines Clusters</translation>
    </message>
    <message>
        <source>So many of the nearest origins are told of each place</source>
        <translation>So viele der nächsten Quellen werden zu jedem Ort genannt</translation>
    </message>
    <message>
        <source>Stop; what is finished is kept for the next run (Esc)</source>
        <translation>Anhalten; was fertig ist, bleibt für den nächsten Lauf (Esc)</translation>
    </message>
    <message>
        <source>Take all origins away</source>
        <translation>Alle Quellen wegnehmen</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>To the origins</source>
        <translation>Zu den Quellen</translation>
    </message>
    <message>
        <source>Travel</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Whether one travels from the origins or to them, as in the Vehicle panel</source>
        <translation>Ob man ab den Quellen oder zu ihnen reist, wie im Bedienfeld Fahrzeug</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>Innerhalb</translation>
    </message>
    <message>
        <source>Work it out (F6)</source>
        <translation>Berechnen (F6)</translation>
    </message>
    <message>
        <source>all places</source>
        <translation>alle Orte</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>dieser Rechner</translation>
    </message>
    <message>
        <source>{count} clicked</source>
        <translation>{count} geklickt</translation>
    </message>
    <message>
        <source>{count}, {name}</source>
        <translation>{count}, {name}</translation>
    </message>
</context>
<context>
    <name>Measure</name>
    <message>
        <source>{length} around</source>
        <translation>{length} Umfang</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Dismiss message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Show it in the log, with what was told before</source>
        <translation>Im Protokoll zeigen, mit dem, was zuvor gemeldet wurde</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>Protokoll zeigen</translation>
    </message>
</context>
<context>
    <name>NumberKnob</name>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
</context>
<context>
    <name>OffRoadsForm</name>
    <message>
        <source>All ground that is reached in time, the last stretch on foot.</source>
        <translation>Aller Boden, der rechtzeitig erreicht wird, das letzte Stück zu Fuß.</translation>
    </message>
    <message>
        <source>All ground within a distance of a reached road.</source>
        <translation>Aller Boden innerhalb eines Abstands von einer erreichten Straße.</translation>
    </message>
    <message>
        <source>Areas</source>
        <translation>Flächen</translation>
    </message>
    <message>
        <source>Around the roads</source>
        <translation>Um die Straßen</translation>
    </message>
    <message>
        <source>Cell size</source>
        <translation>Zellgröße</translation>
    </message>
    <message>
        <source>From the road to a place beside it</source>
        <translation>Von der Straße zu einem Ort daneben</translation>
    </message>
    <message>
        <source>Ground farther away is not reached</source>
        <translation>Weiter entfernter Boden wird nicht erreicht</translation>
    </message>
    <message>
        <source>How far from a road its area reaches</source>
        <translation>Wie weit die Fläche einer Straße reicht</translation>
    </message>
    <message>
        <source>Off roads up to</source>
        <translation>Abseits bis</translation>
    </message>
    <message>
        <source>On foot from the roads</source>
        <translation>Zu Fuß ab den Straßen</translation>
    </message>
    <message>
        <source>Side of a cell of the raster</source>
        <translation>Seite einer Zelle des Rasters</translation>
    </message>
    <message>
        <source>Speed off roads</source>
        <translation>Geschwindigkeit abseits</translation>
    </message>
    <message>
        <source>Which ground belongs to a band</source>
        <translation>Welcher Boden zu einer Stufe gehört</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>time of the nearest road</source>
        <translation>Zeit der nächsten Straße</translation>
    </message>
</context>
<context>
    <name>OpenOptionsDialog</name>
    <message>
        <source>255 means no data</source>
        <translation>255 heißt keine Daten</translation>
    </message>
    <message>
        <source>8-bit files often use 255 for “undefined” without saying so</source>
        <translation>8-Bit-Dateien meinen mit 255 oft „undefiniert“, ohne es zu sagen</translation>
    </message>
    <message>
        <source>Band</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>Band {number}</source>
        <translation>Band {number}</translation>
    </message>
    <message>
        <source>It holds several rasters</source>
        <translation>Sie enthält mehrere Raster</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>{name} öffnen</translation>
    </message>
    <message>
        <source>Raster</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Raster in the archive</source>
        <translation>Raster im Archiv</translation>
    </message>
    <message>
        <source>Re-project</source>
        <translation>Umprojizieren</translation>
    </message>
    <message>
        <source>Re-project to {zone}</source>
        <translation>Nach {zone} umprojizieren</translation>
    </message>
    <message>
        <source>The band that holds the speeds</source>
        <translation>Das Band mit den Geschwindigkeiten</translation>
    </message>
    <message>
        <source>The cells are in degrees, which are not lengths.</source>
        <translation>Die Zellen sind in Grad, und Grad sind keine Längen.</translation>
    </message>
    <message>
        <source>The map stretches lengths {least:.3g} to {greatest:.3g} times. If the grid is kept, a mean is used: times and lengths are off by up to {off:.2g} %, areas by up to {area_off:.2g} %.</source>
        <translation>Die Karte streckt Längen auf das {least:.3g}- bis {greatest:.3g}-Fache. Bleibt das Raster, gilt ein Mittel: Zeiten und Längen sind um bis zu {off:.2g} % falsch, Flächen um bis zu {area_off:.2g} %.</translation>
    </message>
    <message>
        <source>The raster is too large for one UTM zone: re-project it with gdalwarp first.</source>
        <translation>Das Raster ist zu groß für eine UTM-Zone: zuerst mit gdalwarp umprojizieren.</translation>
    </message>
    <message>
        <source>Travel times need lengths, which degrees do not have</source>
        <translation>Reisezeiten brauchen Längen, und Grad sind keine</translation>
    </message>
    <message>
        <source>Values mean</source>
        <translation>Werte bedeuten</translation>
    </message>
    <message>
        <source>What the numbers in the file mean</source>
        <translation>Was die Zahlen in der Datei bedeuten</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>no CRS</source>
        <translation>kein KBS</translation>
    </message>
</context>
<context>
    <name>Opener</name>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Choose other files</source>
        <translation>Andere Dateien wählen</translation>
    </message>
    <message>
        <source>Follow its links</source>
        <translation>Verweisen folgen</translation>
    </message>
    <message>
        <source>Open a velocity raster or a road graph</source>
        <translation>Geschwindigkeitsraster oder Straßennetz öffnen</translation>
    </message>
    <message>
        <source>Open with options</source>
        <translation>Mit Optionen öffnen</translation>
    </message>
    <message>
        <source>Opening {name}</source>
        <translation>{name} wird geöffnet</translation>
    </message>
    <message>
        <source>Rasters</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Re-project to {zone}</source>
        <translation>Nach {zone} umprojizieren</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>{name} wird gelesen</translation>
    </message>
    <message>
        <source>Road graphs</source>
        <translation>Straßennetze</translation>
    </message>
    <message>
        <source>Speeds of single ways</source>
        <translation>Geschwindigkeiten einzelner Wege</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Terrain and roads</source>
        <translation>Gelände und Straßen</translation>
    </message>
</context>
<context>
    <name>Owners</name>
    <message>
        <source>First start</source>
        <translation>Erster Startpunkt</translation>
    </message>
    <message>
        <source>Start {number}</source>
        <translation>Startpunkt {number}</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>{count} weitere</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Contraction</source>
        <translation>Kontraktion</translation>
    </message>
    <message>
        <source>Customization</source>
        <translation>Anpassung</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Isochrones</source>
        <translation>Isochronen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Paths</source>
        <translation>Wege</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Restore the default layout</source>
        <translation>Ursprüngliche Anordnung</translation>
    </message>
    <message>
        <source>Roads</source>
        <translation>Straßen</translation>
    </message>
    <message>
        <source>Route</source>
        <translation>Route</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>Slopes</source>
        <translation>Steigungen</translation>
    </message>
    <message>
        <source>Solver</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Startpunkte</translation>
    </message>
    <message>
        <source>Terrain</source>
        <translation>Gelände</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>Vehicle</source>
        <translation>Fahrzeug</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>Zonen</translation>
    </message>
</context>
<context>
    <name>PathsPanel</name>
    <message>
        <source>Along the distance, or along the time</source>
        <translation>Entlang der Entfernung oder der Zeit</translation>
    </message>
    <message>
        <source>Climbed, {unit}</source>
        <translation>Anstieg, {unit}</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Cost, {unit}</source>
        <translation>Kosten, {unit}</translation>
    </message>
    <message>
        <source>Ctrl-click the map, or right-click it, to pin the path to a place.</source>
        <translation>Strg-Klick oder Rechtsklick auf die Karte heftet den Weg zu einem Ort an.</translation>
    </message>
    <message>
        <source>Distance, {unit}</source>
        <translation>Entfernung, {unit}</translation>
    </message>
    <message>
        <source>Double-click a name to change it</source>
        <translation>Doppelklick auf einen Namen ändert ihn</translation>
    </message>
    <message>
        <source>Export the paths</source>
        <translation>Wege exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>GPX, GeoJSON or GeoPackage</source>
        <translation>GPX, GeoJSON oder GeoPackage</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Height, {unit}</source>
        <translation>Höhe, {unit}</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>No heights are known: View ▸ Hill shading ▸ Elevation raster</source>
        <translation>Keine Höhen bekannt: Ansicht ▸ Schummerung ▸ Höhenraster</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Pinned paths</source>
        <translation>Angeheftete Wege</translation>
    </message>
    <message>
        <source>Place on the path under the pointer</source>
        <translation>Ort auf dem Weg unter dem Zeiger</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>Alle entfernen</translation>
    </message>
    <message>
        <source>Remove all paths</source>
        <translation>Alle Wege entfernen</translation>
    </message>
    <message>
        <source>Remove all pinned paths</source>
        <translation>Alle angehefteten Wege entfernen</translation>
    </message>
    <message>
        <source>Remove path</source>
        <translation>Weg entfernen</translation>
    </message>
    <message>
        <source>Remove the chosen paths</source>
        <translation>Gewählte Wege entfernen</translation>
    </message>
    <message>
        <source>Remove the chosen paths (Delete)</source>
        <translation>Die gewählten Wege entfernen (Entf)</translation>
    </message>
    <message>
        <source>Rename path</source>
        <translation>Weg umbenennen</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Speed, height or time along the path</source>
        <translation>Geschwindigkeit, Höhe oder Zeit entlang des Wegs</translation>
    </message>
    <message>
        <source>Speed, {unit}</source>
        <translation>Geschwindigkeit, {unit}</translation>
    </message>
    <message>
        <source>These are the paths of the question before.</source>
        <translation>Dies sind die Wege der vorigen Frage.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time, {unit}</source>
        <translation>Zeit, {unit}</translation>
    </message>
    <message>
        <source>Up, down</source>
        <translation>Auf, ab</translation>
    </message>
    <message>
        <source>What it is over</source>
        <translation>Worüber aufgetragen</translation>
    </message>
    <message>
        <source>What the profile shows</source>
        <translation>Was das Profil zeigt</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>over the cost</source>
        <translation>über die Kosten</translation>
    </message>
    <message>
        <source>over the distance</source>
        <translation>über die Entfernung</translation>
    </message>
    <message>
        <source>over the time</source>
        <translation>über die Zeit</translation>
    </message>
</context>
<context>
    <name>PerformancePanel</name>
    <message>
        <source> (stopped)</source>
        <translation> (angehalten)</translation>
    </message>
    <message>
        <source>1 place</source>
        <translation>1 Ort</translation>
    </message>
    <message>
        <source>A preview of {places} in {time}</source>
        <translation>Eine Vorschau von {places} in {time}</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Active and waiting per iteration</source>
        <translation>Aktiv und wartend je Iteration</translation>
    </message>
    <message>
        <source>Being solved …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>Dijkstra is {ratio} times as fast here</source>
        <translation>Dijkstra ist hier {ratio}-mal so schnell</translation>
    </message>
    <message>
        <source>Exact to</source>
        <translation>Genau auf</translation>
    </message>
    <message>
        <source>Have several solvers answer the same question, and compare what they took</source>
        <translation>Mehrere Verfahren dieselbe Frage beantworten lassen und vergleichen, was sie brauchten</translation>
    </message>
    <message>
        <source>How fast it was</source>
        <translation>Wie schnell es war</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernels</translation>
    </message>
    <message>
        <source>Mcell/s</source>
        <translation>Mio. Zellen/s</translation>
    </message>
    <message>
        <source>Microseconds per iteration</source>
        <translation>Mikrosekunden je Iteration</translation>
    </message>
    <message>
        <source>Most {unit} are active at {peak} of {steps} ({active}); half of the time is over at {middle}.</source>
        <translation>Die meisten {unit} sind bei {peak} von {steps} aktiv ({active}); die halbe Zeit ist bei {middle} vorbei.</translation>
    </message>
    <message>
        <source>Mvertex/s</source>
        <translation>Mio. Knoten/s</translation>
    </message>
    <message>
        <source>Nothing has been solved yet.</source>
        <translation>Noch ist nichts berechnet.</translation>
    </message>
    <message>
        <source>Nothing is solved now: the figures are of the last solve.</source>
        <translation>Jetzt ist nichts berechnet: Die Zahlen sind von der letzten Berechnung.</translation>
    </message>
    <message>
        <source>Nothing is solved now: the last solve came to no end.</source>
        <translation>Jetzt ist nichts berechnet: Die letzte Berechnung kam zu keinem Ende.</translation>
    </message>
    <message>
        <source>One iteration: there is no curve to draw.</source>
        <translation>Eine Iteration: Es gibt keine Kurve zu zeichnen.</translation>
    </message>
    <message>
        <source>Ra&amp;ce…</source>
        <translation>&amp;Wettlauf…</translation>
    </message>
    <message>
        <source>Race of solvers</source>
        <translation>Wettlauf der Verfahren</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>Erreicht</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>Läuft auf</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>Solver</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Stopped after {time}, with {places}</source>
        <translation>Angehalten nach {time}, mit {places}</translation>
    </message>
    <message>
        <source>Update of the times before</source>
        <translation>Fortführung der Zeiten davor</translation>
    </message>
    <message>
        <source>Visits</source>
        <translation>Besuche</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>all at once</source>
        <translation>alle zugleich</translation>
    </message>
    <message>
        <source>all cells</source>
        <translation>alle Zellen</translation>
    </message>
    <message>
        <source>as fast as Dijkstra here</source>
        <translation>hier so schnell wie Dijkstra</translation>
    </message>
    <message>
        <source>batches of heaps</source>
        <translation>Stapel von Heaps</translation>
    </message>
    <message>
        <source>buckets</source>
        <translation>Fächer</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>iterations, some together</source>
        <translation>Iterationen, manche zusammen</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>nothing has been solved yet</source>
        <translation>noch nichts berechnet</translation>
    </message>
    <message>
        <source>only those listed</source>
        <translation>nur die aufgelisteten</translation>
    </message>
    <message>
        <source>priority queue</source>
        <translation>Prioritätswarteschlange</translation>
    </message>
    <message>
        <source>raise the threshold</source>
        <translation>Schwelle anheben</translation>
    </message>
    <message>
        <source>relax near</source>
        <translation>Nahe relaxieren</translation>
    </message>
    <message>
        <source>search of the core</source>
        <translation>Suche im Kern</translation>
    </message>
    <message>
        <source>sweep of a level</source>
        <translation>Durchlauf einer Ebene</translation>
    </message>
    <message>
        <source>sweep of cells</source>
        <translation>Durchlauf von Zellen</translation>
    </message>
    <message>
        <source>tile sweeps</source>
        <translation>Durchläufe in Kacheln</translation>
    </message>
    <message>
        <source>upward search</source>
        <translation>Suche aufwärts</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>{count} iterations: too few to draw a curve.</source>
        <translation>{count} Iterationen: zu wenige für eine Kurve.</translation>
    </message>
    <message>
        <source>{count} places</source>
        <translation>{count} Orte</translation>
    </message>
    <message>
        <source>{count} {unit}</source>
        <translation>{count} {unit}</translation>
    </message>
    <message>
        <source>{kernels} of the time</source>
        <translation>{kernels} der Zeit</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} min {seconds} s</translation>
    </message>
    <message>
        <source>{number} billion</source>
        <translation>{number} Mrd.</translation>
    </message>
    <message>
        <source>{number} million</source>
        <translation>{number} Mio.</translation>
    </message>
    <message>
        <source>{number} ms</source>
        <translation>{number} ms</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} s</translation>
    </message>
    <message>
        <source>{places} in {time}</source>
        <translation>{places} in {time}</translation>
    </message>
    <message>
        <source>{places} in {time}, going on from the times before</source>
        <translation>{places} in {time}, ausgehend von den Zeiten davor</translation>
    </message>
    <message>
        <source>{place}: {active} {unit} active, {waiting} waiting, {time}, {kernel}</source>
        <translation>{place}: {active} {unit} aktiv, {waiting} wartend, {time}, {kernel}</translation>
    </message>
    <message>
        <source>{ratio} times Dijkstra here</source>
        <translation>hier {ratio}-mal so schnell wie Dijkstra</translation>
    </message>
    <message>
        <source>{told}: {rate} a second</source>
        <translation>{told}: {rate} je Sekunde</translation>
    </message>
    <message>
        <source>{word} {unit}</source>
        <translation>{word}e {unit}</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>Δ, tick</source>
        <translation>Δ, Tick</translation>
    </message>
</context>
<context>
    <name>Pinning</name>
    <message>
        <source>Export paths</source>
        <translation>Wege exportieren</translation>
    </message>
    <message>
        <source>Path {number}</source>
        <translation>Weg {number}</translation>
    </message>
    <message>
        <source>Pin path</source>
        <translation>Weg anheften</translation>
    </message>
    <message>
        <source>Remove all paths</source>
        <translation>Alle Wege entfernen</translation>
    </message>
    <message>
        <source>Set a start, and the path to this place appears.</source>
        <translation>Einen Startpunkt setzen, und der Weg zu diesem Ort erscheint.</translation>
    </message>
</context>
<context>
    <name>PointEntry</name>
    <message>
        <source>Slope</source>
        <translation>Neigung</translation>
    </message>
</context>
<context>
    <name>PreferencesDialog</name>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>&amp;Backend</source>
        <translation>&amp;Backend</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>&amp;Restore defaults</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Tiles from a server</source>
        <translation>&amp;Kacheln von einem Server</translation>
    </message>
    <message>
        <source>&amp;Units</source>
        <translation>&amp;Einheiten</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Clear the import cache</source>
        <translation>Importspeicher leeren</translation>
    </message>
    <message>
        <source>Delete what was imported; it is imported again when it is opened</source>
        <translation>Importiertes löschen; beim nächsten Öffnen wird es neu importiert</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>How the window looks</source>
        <translation>Wie das Fenster aussieht</translation>
    </message>
    <message>
        <source>Import cache</source>
        <translation>Importspeicher</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Lengths, areas and speeds in the window; files stay metric</source>
        <translation>Längen, Flächen und Geschwindigkeiten im Fenster; Dateien bleiben metrisch</translation>
    </message>
    <message>
        <source>Light or &amp;dark</source>
        <translation>&amp;Hell oder dunkel</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Play the &amp;front once after each new start</source>
        <translation>Die &amp;Front nach jedem neuen Startpunkt einmal abspielen</translation>
    </message>
    <message>
        <source>Play the front once after each new start</source>
        <translation>Die Front nach jedem neuen Startpunkt einmal abspielen</translation>
    </message>
    <message>
        <source>Play the front once when a new start is solved; any input ends it</source>
        <translation>Die Front einmal abspielen, wenn ein neuer Startpunkt berechnet ist; jede Eingabe beendet es</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Takes effect when Isofront is started the next time</source>
        <translation>Gilt ab dem nächsten Start von Isofront</translation>
    </message>
    <message>
        <source>The language changes at the next start.</source>
        <translation>Die Sprache ändert sich beim nächsten Start.</translation>
    </message>
    <message>
        <source>The processor that solves, if the algorithm runs on it</source>
        <translation>Der Prozessor, der berechnet, wenn das Verfahren auf ihm läuft</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>{size} in {folder}</source>
        <translation>{size} in {folder}</translation>
    </message>
</context>
<context>
    <name>Presenting</name>
    <message>
        <source>From one start</source>
        <translation>Von einem Startpunkt</translation>
    </message>
    <message>
        <source>From {count} starts</source>
        <translation>Von {count} Startpunkten</translation>
    </message>
    <message>
        <source>solved on {where} in {took}</source>
        <translation>berechnet auf {where} in {took}</translation>
    </message>
</context>
<context>
    <name>ProfilePlot</name>
    <message>
        <source>Profile of the path</source>
        <translation>Profil des Wegs</translation>
    </message>
</context>
<context>
    <name>Projects</name>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Choose it where it lies now.</source>
        <translation>Sie dort wählen, wo sie jetzt liegt.</translation>
    </message>
    <message>
        <source>Choose the file…</source>
        <translation>Datei auswählen…</translation>
    </message>
    <message>
        <source>Isofront did not close as usual then.</source>
        <translation>Isofront wurde damals nicht wie üblich geschlossen.</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Projekt öffnen</translation>
    </message>
    <message>
        <source>Open them</source>
        <translation>Dateien öffnen</translation>
    </message>
    <message>
        <source>Open them if you know who made the project.</source>
        <translation>Nur öffnen, wenn bekannt ist, von wem das Projekt ist.</translation>
    </message>
    <message>
        <source>Opening base layers</source>
        <translation>Grundkarten werden geöffnet</translation>
    </message>
    <message>
        <source>Opening {name}</source>
        <translation>{name} wird geöffnet</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Save the changes to {name}?</source>
        <translation>Änderungen an {name} speichern?</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>Projekt speichern</translation>
    </message>
    <message>
        <source>Saved {name}</source>
        <translation>{name} gespeichert</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Unsaved work of {moment} was kept</source>
        <translation>Nicht gespeicherte Arbeit vom {moment} ist noch da</translation>
    </message>
    <message>
        <source>Unsaved work on {name} of {moment} was kept</source>
        <translation>Nicht gespeicherte Arbeit an {name} vom {moment} ist noch da</translation>
    </message>
    <message>
        <source>What is not saved is lost.</source>
        <translation>Was nicht gespeichert ist, geht verloren.</translation>
    </message>
    <message>
        <source>Where is {name} now?</source>
        <translation>Wo liegt {name} jetzt?</translation>
    </message>
    <message>
        <source>{name} exists already. Replace it?</source>
        <translation>{name} gibt es schon. Ersetzen?</translation>
    </message>
</context>
<context>
    <name>RaceBars</name>
    <message>
        <source>Speed-up over the slowest</source>
        <translation>Beschleunigung gegenüber dem langsamsten</translation>
    </message>
    <message>
        <source>{time}, {factor} times</source>
        <translation>{time}, {factor}-fach</translation>
    </message>
</context>
<context>
    <name>RaceDialog</name>
    <message>
        <source>&amp;Newest race</source>
        <translation>&amp;Neuester</translation>
    </message>
    <message>
        <source>&amp;Play again</source>
        <translation>Noch &amp;einmal abspielen</translation>
    </message>
    <message>
        <source>A&amp;ll runs</source>
        <translation>A&amp;lle Läufe</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>Each warms up once; the median of so many further solves counts</source>
        <translation>Jedes wärmt sich einmal auf; der Median so vieler weiterer Berechnungen zählt</translation>
    </message>
    <message>
        <source>Equal bits</source>
        <translation>Gleiche Bits</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Nobody is chosen: tick a solver.</source>
        <translation>Keines ist gewählt: ein Verfahren anhaken.</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>Once they have raced, a small map shows each of them.</source>
        <translation>Nach dem Wettlauf zeigt eine kleine Karte jedes von ihnen.</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Race of solvers</source>
        <translation>Wettlauf der Verfahren</translation>
    </message>
    <message>
        <source>Racing</source>
        <translation>Wettlauf läuft</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>S&amp;peichern…</translation>
    </message>
    <message>
        <source>Save the race</source>
        <translation>Wettlauf speichern</translation>
    </message>
    <message>
        <source>Solver</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Solves of each</source>
        <translation>Berechnungen je Verfahren</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>Speed-up over the slowest</source>
        <translation>Beschleunigung gegenüber dem langsamsten</translation>
    </message>
    <message>
        <source>Start the &amp;race</source>
        <translation>Wettlauf &amp;starten</translation>
    </message>
    <message>
        <source>They race one after the other, each warmed up first.</source>
        <translation>Sie laufen nacheinander, jedes vorher aufgewärmt.</translation>
    </message>
    <message>
        <source>Validated</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Who races, from the starts of the map</source>
        <translation>Wer läuft, von den Startpunkten der Karte aus</translation>
    </message>
    <message>
        <source>Written: {file}</source>
        <translation>Geschrieben: {file}</translation>
    </message>
    <message>
        <source>{name} is first in {time}, {factor} times as fast as the slowest.</source>
        <translation>{name} ist in {time} am schnellsten, {factor}-mal so schnell wie das langsamste.</translation>
    </message>
    <message>
        <source>{name} took {time}.</source>
        <translation>{name} brauchte {time}.</translation>
    </message>
</context>
<context>
    <name>RaceMaps</name>
    <message>
        <source>A replay on one clock, {factor} times faster than real time: each map fills evenly in the time its solver took.</source>
        <translation>Zeitraffer nach einer Uhr, {factor}-mal so schnell wie in Wirklichkeit: Jede Karte füllt sich gleichmäßig in der Zeit, die ihr Verfahren brauchte.</translation>
    </message>
    <message>
        <source>A replay on one clock, {factor} times slower than real time: each map fills evenly in the time its solver took.</source>
        <translation>Zeitlupe nach einer Uhr, {factor}-mal so langsam wie in Wirklichkeit: Jede Karte füllt sich gleichmäßig in der Zeit, die ihr Verfahren brauchte.</translation>
    </message>
    <message>
        <source>Maps of the runners</source>
        <translation>Karten der Läufer</translation>
    </message>
    <message>
        <source>no map</source>
        <translation>keine Karte</translation>
    </message>
    <message>
        <source>✓ equal bits</source>
        <translation>✓ gleiche Bits</translation>
    </message>
    <message>
        <source>✓ validated</source>
        <translation>✓ geprüft</translation>
    </message>
    <message>
        <source>✗ not valid</source>
        <translation>✗ ungültig</translation>
    </message>
    <message>
        <source>✗ other bits</source>
        <translation>✗ andere Bits</translation>
    </message>
</context>
<context>
    <name>RecentFiles</name>
    <message>
        <source>Open {name}</source>
        <translation>{name} öffnen</translation>
    </message>
    <message>
        <source>Opened last</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>0 km/h</source>
        <translation>0 km/h</translation>
    </message>
    <message>
        <source>A partial result: the solve was stopped</source>
        <translation>Ein Teilergebnis: Die Berechnung wurde angehalten</translation>
    </message>
    <message>
        <source>Area by band</source>
        <translation>Fläche je Stufe</translation>
    </message>
    <message>
        <source>Band</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>CRS</source>
        <translation>KBS</translation>
    </message>
    <message>
        <source>Cell size</source>
        <translation>Zellgröße</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Checked, and how fast</source>
        <translation>Geprüft, und wie schnell</translation>
    </message>
    <message>
        <source>Closed arcs</source>
        <translation>Gesperrte Kanten</translation>
    </message>
    <message>
        <source>Closures</source>
        <translation>Sperrungen</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Verzögerung</translation>
    </message>
    <message>
        <source>Departure</source>
        <translation>Abfahrt</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Entfernung</translation>
    </message>
    <message>
        <source>Edited cells</source>
        <translation>Geänderte Zellen</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>Änderungen am Gelände</translation>
    </message>
    <message>
        <source>Exact to</source>
        <translation>Genau auf</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>First at</source>
        <translation>Zuerst bei</translation>
    </message>
    <message>
        <source>How it was made</source>
        <translation>Wie es entstand</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Made by Isofront {version} on {when}</source>
        <translation>Erstellt mit Isofront {version} am {when}</translation>
    </message>
    <message>
        <source>Not validated</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Roads</source>
        <translation>Straßen</translation>
    </message>
    <message>
        <source>Roads by band</source>
        <translation>Straßen je Stufe</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Solved in</source>
        <translation>Berechnet in</translation>
    </message>
    <message>
        <source>Solved on</source>
        <translation>Berechnet auf</translation>
    </message>
    <message>
        <source>Solver</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>Speeds of ways</source>
        <translation>Tempo einzelner Wege</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Startpunkt</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Startpunkte</translation>
    </message>
    <message>
        <source>The result fails its validation</source>
        <translation>Das Ergebnis besteht die Prüfung nicht</translation>
    </message>
    <message>
        <source>Total {unit}</source>
        <translation>Gesamt {unit}</translation>
    </message>
    <message>
        <source>Travel time</source>
        <translation>Reisezeit</translation>
    </message>
    <message>
        <source>Travel times</source>
        <translation>Reisezeiten</translation>
    </message>
    <message>
        <source>Validated: all conditions of right times hold</source>
        <translation>Geprüft: Alle Bedingungen richtiger Zeiten sind erfüllt</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>Barriere</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>one start</source>
        <translation>einem Startpunkt</translation>
    </message>
    <message>
        <source>the farthest place after {amount}</source>
        <translation>der fernste Ort nach {amount}</translation>
    </message>
    <message>
        <source>{count} starts</source>
        <translation>{count} Startpunkten</translation>
    </message>
    <message>
        <source>{roads}, burned into the cells</source>
        <translation>{roads}, in die Zellen eingebrannt</translation>
    </message>
    <message>
        <source>{vertices} vertices, {arcs} arcs</source>
        <translation>{vertices} Knoten, {arcs} Kanten</translation>
    </message>
    <message>
        <source>{what} from {starts}</source>
        <translation>{what} ab {starts}</translation>
    </message>
    <message>
        <source>{what} to {starts}</source>
        <translation>{what} nach {starts}</translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <translation>… und {count} weitere</translation>
    </message>
</context>
<context>
    <name>RoadOptionsDialog</name>
    <message>
        <source>  against the line</source>
        <translation>  gegen die Linie</translation>
    </message>
    <message>
        <source>  along the line</source>
        <translation>  mit der Linie</translation>
    </message>
    <message>
        <source>A .co file; leave empty for the one beside the graph</source>
        <translation>Eine .co-Datei; leer für die neben dem Netz</translation>
    </message>
    <message>
        <source>A raster of heights, for slopes; leave empty for none</source>
        <translation>Ein Höhenraster für Steigungen; leer für keines</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>Zugang</translation>
    </message>
    <message>
        <source>Against the line</source>
        <translation>Gegen die Linie</translation>
    </message>
    <message>
        <source>Along the line</source>
        <translation>Mit der Linie</translation>
    </message>
    <message>
        <source>Bridge</source>
        <translation>Brücke</translation>
    </message>
    <message>
        <source>Browse</source>
        <translation>Durchsuchen</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Class of road</source>
        <translation>Straßenklasse</translation>
    </message>
    <message>
        <source>Coordinates</source>
        <translation>Koordinaten</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Elevation</source>
        <translation>Höhen</translation>
    </message>
    <message>
        <source>How far apart ends of lines may lie and still be joined</source>
        <translation>Wie weit Enden von Linien auseinanderliegen dürfen, um noch verbunden zu werden</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Fahrstreifen</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>Left and right turns differ</source>
        <translation>Links- und Rechtsabbiegen unterscheiden sich</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>{name} öffnen</translation>
    </message>
    <message>
        <source>Otherwise lines connect at common points only</source>
        <translation>Sonst verbinden sich Linien nur an gemeinsamen Punkten</translation>
    </message>
    <message>
        <source>Snap</source>
        <translation>Fangen</translation>
    </message>
    <message>
        <source>Speed limit</source>
        <translation>Tempolimit</translation>
    </message>
    <message>
        <source>Split lines where they cross</source>
        <translation>Linien an Kreuzungen teilen</translation>
    </message>
    <message>
        <source>Surface</source>
        <translation>Belag</translation>
    </message>
    <message>
        <source>The field that holds this</source>
        <translation>Das Feld, das dies enthält</translation>
    </message>
    <message>
        <source>The layer of streets</source>
        <translation>Der Layer der Straßen</translation>
    </message>
    <message>
        <source>The unit of numbers that name none</source>
        <translation>Die Einheit von Zahlen, die keine nennen</translation>
    </message>
    <message>
        <source>Traffic keeps to the left</source>
        <translation>Linksverkehr</translation>
    </message>
    <message>
        <source>Tunnel</source>
        <translation>Tunnel</translation>
    </message>
    <message>
        <source>Unit of speed</source>
        <translation>Einheit der Geschwindigkeit</translation>
    </message>
    <message>
        <source>Values, separated by commas; all others mean both directions</source>
        <translation>Werte, durch Kommas getrennt; alle anderen heißen beide Richtungen</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>RoadsPanel</name>
    <message>
        <source>Arcs</source>
        <translation>Kanten</translation>
    </message>
    <message>
        <source>CRS</source>
        <translation>KBS</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Forbidden turns</source>
        <translation>Verbotene Abbiegungen</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Slopes</source>
        <translation>Steigungen</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>by vehicle</source>
        <translation>je Fahrzeug</translation>
    </message>
    <message>
        <source>known</source>
        <translation>bekannt</translation>
    </message>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>the file names none</source>
        <translation>die Datei nennt keines</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
</context>
<context>
    <name>Route</name>
    <message>
        <source>Continue along</source>
        <translation>Weiter auf</translation>
    </message>
    <message>
        <source>Go over open ground</source>
        <translation>Über offenes Gelände</translation>
    </message>
    <message>
        <source>Start on</source>
        <translation>Los auf</translation>
    </message>
    <message>
        <source>Turn around, along</source>
        <translation>Wenden, auf</translation>
    </message>
    <message>
        <source>Turn left into</source>
        <translation>Links abbiegen in</translation>
    </message>
    <message>
        <source>Turn right into</source>
        <translation>Rechts abbiegen in</translation>
    </message>
    <message>
        <source>open ground</source>
        <translation>offenes Gelände</translation>
    </message>
    <message>
        <source>road</source>
        <translation>Straße</translation>
    </message>
    <message>
        <source>way</source>
        <translation>Weg</translation>
    </message>
</context>
<context>
    <name>RoutePanel</name>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Entfernung</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Point at a place on the map to see the way there.</source>
        <translation>Auf einen Ort der Karte zeigen, um den Weg dorthin zu sehen.</translation>
    </message>
    <message>
        <source>Read off the travel times on the map.</source>
        <translation>Aus den Reisezeiten der Karte abgelesen.</translation>
    </message>
    <message>
        <source>Searched between the two places, from cell to cell.</source>
        <translation>Zwischen den beiden Orten von Zelle zu Zelle gesucht.</translation>
    </message>
    <message>
        <source>Searched between the two places, upward in a hierarchy.</source>
        <translation>Zwischen den beiden Orten aufwärts in einer Hierarchie gesucht.</translation>
    </message>
    <message>
        <source>Searched between the two places.</source>
        <translation>Zwischen den beiden Orten gesucht.</translation>
    </message>
    <message>
        <source>Streets</source>
        <translation>Straßen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Abbiegen</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Abbiegungen</translation>
    </message>
    <message>
        <source>What to do, how far, and how long</source>
        <translation>Was zu tun ist, wie weit und wie lange</translation>
    </message>
</context>
<context>
    <name>Scenarios</name>
    <message>
        <source>Bring it back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>Wird gezählt</translation>
    </message>
    <message>
        <source>Deleted scenario {name}</source>
        <translation>Szenario {name} gelöscht</translation>
    </message>
    <message>
        <source>Name of the kept figures</source>
        <translation>Name der behaltenen Zahlen</translation>
    </message>
    <message>
        <source>Name of the scenario</source>
        <translation>Name des Szenarios</translation>
    </message>
    <message>
        <source>Now in scenario {name}</source>
        <translation>Jetzt im Szenario {name}</translation>
    </message>
    <message>
        <source>Opening {name}</source>
        <translation>{name} wird geöffnet</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Scenario 1</source>
        <translation>Szenario 1</translation>
    </message>
    <message>
        <source>Solving the scenarios</source>
        <translation>Szenarien werden berechnet</translation>
    </message>
</context>
<context>
    <name>ScenariosPanel</name>
    <message>
        <source>A button brings it back (Delete)</source>
        <translation>Ein Knopf bringt es zurück (Entf)</translation>
    </message>
    <message>
        <source>Choose one to ask what it asks (S: the next one); double-click to rename it</source>
        <translation>Eines wählen, um zu fragen, was es fragt (S: das nächste); Doppelklick benennt es um</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare with the scenario before</source>
        <translation>Mit dem Szenario davor vergleichen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the scenario</source>
        <translation>Szenario löschen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Duplicate the scenario</source>
        <translation>Szenario duplizieren</translation>
    </message>
    <message>
        <source>Duplicate this one, change anything, and switch between both with S.</source>
        <translation>Dieses duplizieren, irgendetwas ändern und mit S zwischen beiden wechseln.</translation>
    </message>
    <message>
        <source>Each has its own starts, limit, vehicle, closures, slopes, edits and undo.</source>
        <translation>Jedes hat eigene Startpunkte, Grenze, Fahrzeug, Sperrungen, Steigungen, Änderungen und Rückgängig.</translation>
    </message>
    <message>
        <source>Farthest</source>
        <translation>Am weitesten</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget kept figures</source>
        <translation>Behaltene Zahlen vergessen</translation>
    </message>
    <message>
        <source>Forget the selected ones</source>
        <translation>Die gewählten vergessen</translation>
    </message>
    <message>
        <source>Go on in a new scenario that asks the same (Ctrl+D)</source>
        <translation>In einem neuen Szenario weitermachen, das dasselbe fragt (Strg+D)</translation>
    </message>
    <message>
        <source>Have all answers at hand, so that switching is immediate (Shift+F5)</source>
        <translation>Alle Antworten zur Hand haben, sodass sofort gewechselt wird (Umschalt+F5)</translation>
    </message>
    <message>
        <source>Keep figures…</source>
        <translation>Zahlen behalten…</translation>
    </message>
    <message>
        <source>Keep the figures in the project</source>
        <translation>Die Zahlen im Projekt behalten</translation>
    </message>
    <message>
        <source>Keep what is reached, how far and in which bands, under a name (Ctrl+Alt+F)</source>
        <translation>Unter einem Namen behalten, was erreicht wird, wie weit und in welchen Stufen (Strg+Alt+F)</translation>
    </message>
    <message>
        <source>Kept figures</source>
        <translation>Behaltene Zahlen</translation>
    </message>
    <message>
        <source>Kept figures of the scenario</source>
        <translation>Behaltene Zahlen des Szenarios</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>Erreicht</translation>
    </message>
    <message>
        <source>Scenarios of the project</source>
        <translation>Szenarien des Projekts</translation>
    </message>
    <message>
        <source>Solve all</source>
        <translation>Alle berechnen</translation>
    </message>
    <message>
        <source>Solve all scenarios</source>
        <translation>Alle Szenarien berechnen</translation>
    </message>
    <message>
        <source>The one before is A, this one is B; others are chosen in the Comparison panel</source>
        <translation>Das davor ist A, dieses ist B; andere wählt man im Bereich Vergleich</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>What was reached then, and whether the times are still the same to the bit</source>
        <translation>Was damals erreicht wurde, und ob die Zeiten noch auf das Bit dieselben sind</translation>
    </message>
    <message>
        <source>others now</source>
        <translation>jetzt andere</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>dieselben</translation>
    </message>
</context>
<context>
    <name>Scrubber</name>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>How fast the front is played</source>
        <translation>Wie schnell die Front abgespielt wird</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>Zeitpunkt</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>The front at a moment; drag it</source>
        <translation>Die Front zu einem Zeitpunkt; zum Ziehen</translation>
    </message>
</context>
<context>
    <name>SituationRows</name>
    <message>
        <source>At</source>
        <translation>Um</translation>
    </message>
    <message>
        <source>At a time</source>
        <translation>Zu einer Zeit</translation>
    </message>
    <message>
        <source>Axle load</source>
        <translation>Achslast</translation>
    </message>
    <message>
        <source>Departure</source>
        <translation>Abfahrt</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Local time at which rules by the hour are looked at; unticked, none count</source>
        <translation>Ortszeit, zu der Regeln nach Uhrzeit gelten; ohne Haken zählen keine</translation>
    </message>
    <message>
        <source>Roads that allow less are closed; 0 meets no limit</source>
        <translation>Straßen, die weniger erlauben, sind gesperrt; 0 stößt an keine Grenze</translation>
    </message>
    <message>
        <source>Rules by the hour hold as at the departure, for the whole way.</source>
        <translation>Regeln nach der Uhrzeit gelten wie bei der Abfahrt, auf dem ganzen Weg.</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
</context>
<context>
    <name>SlopeCurve</name>
    <message>
        <source>Drag points; a double click makes one or lets you type its numbers, a right click takes one away</source>
        <translation>Punkte ziehen; ein Doppelklick setzt einen oder lässt seine Zahlen eintippen, ein Rechtsklick nimmt einen weg</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Factor of time by slope</source>
        <translation>Faktor der Zeit nach Steigung</translation>
    </message>
    <message>
        <source>slope upwards</source>
        <translation>Steigung aufwärts</translation>
    </message>
    <message>
        <source>time factor</source>
        <translation>Zeitfaktor</translation>
    </message>
</context>
<context>
    <name>SlopesPanel</name>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>As on paths, at six tenths of the speed.</source>
        <translation>Wie auf Wegen, mit sechs Zehnteln der Geschwindigkeit.</translation>
    </message>
    <message>
        <source>As r.walk of GRASS: walking takes the time of these coefficients, and lambda times what the speeds say comes on top.</source>
        <translation>Wie r.walk von GRASS: Gehen dauert, was diese Koeffizienten sagen, und Lambda mal die Zeit nach den Geschwindigkeiten kommt hinzu.</translation>
    </message>
    <message>
        <source>Beyond the first and the last angle nobody can go.</source>
        <translation>Jenseits des ersten und des letzten Winkels kommt niemand weiter.</translation>
    </message>
    <message>
        <source>Coefficient of the model, as in r.walk</source>
        <translation>Koeffizient des Modells, wie in r.walk</translation>
    </message>
    <message>
        <source>Degrees and factors from a text file, as ArcGIS has them</source>
        <translation>Grade und Faktoren aus einer Textdatei, wie ArcGIS sie hat</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>Elevation raster</source>
        <translation>Höhenraster</translation>
    </message>
    <message>
        <source>Elevation raster…</source>
        <translation>Höhenraster …</translation>
    </message>
    <message>
        <source>From the starts</source>
        <translation>Ab den Startpunkten</translation>
    </message>
    <message>
        <source>Heights</source>
        <translation>Höhen</translation>
    </message>
    <message>
        <source>Heights of the ground, in any format and CRS</source>
        <translation>Höhen des Geländes, in jedem Format und KBS</translation>
    </message>
    <message>
        <source>Lambda</source>
        <translation>Lambda</translation>
    </message>
    <message>
        <source>Lengths along the ground</source>
        <translation>Längen entlang des Geländes</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Naismith–Langmuir</source>
        <translation>Naismith–Langmuir</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>Read factors</source>
        <translation>Faktoren lesen</translation>
    </message>
    <message>
        <source>Read factors…</source>
        <translation>Faktoren lesen …</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>{name} wird gelesen</translation>
    </message>
    <message>
        <source>Slope model</source>
        <translation>Steigungsmodell</translation>
    </message>
    <message>
        <source>Steep below</source>
        <translation>Steil unter</translation>
    </message>
    <message>
        <source>Steps are as long as the ground, and not as the map</source>
        <translation>Schritte sind so lang wie das Gelände, nicht wie die Karte</translation>
    </message>
    <message>
        <source>Table of factors</source>
        <translation>Tabelle von Faktoren</translation>
    </message>
    <message>
        <source>The speeds of the raster are those at 5 % downwards, the fastest.</source>
        <translation>Die Geschwindigkeiten des Rasters sind die bei 5 % abwärts, die größten.</translation>
    </message>
    <message>
        <source>The speeds of the raster are those on level ground.</source>
        <translation>Die Geschwindigkeiten des Rasters sind die auf ebenem Gelände.</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>To the starts</source>
        <translation>Zu den Startpunkten</translation>
    </message>
    <message>
        <source>Tobler, off paths</source>
        <translation>Tobler, abseits von Wegen</translation>
    </message>
    <message>
        <source>Tobler, on paths</source>
        <translation>Tobler, auf Wegen</translation>
    </message>
    <message>
        <source>Uphill and downhill differ, and so do these</source>
        <translation>Bergauf und bergab sind verschieden, diese also auch</translation>
    </message>
    <message>
        <source>Uphill and downhill take the same time.</source>
        <translation>Bergauf und bergab dauern gleich lang.</translation>
    </message>
    <message>
        <source>What a slope does to the time of a step</source>
        <translation>Was eine Steigung mit der Zeit eines Schrittes macht</translation>
    </message>
    <message>
        <source>a, s/m level</source>
        <translation>a, s/m eben</translation>
    </message>
    <message>
        <source>b, s/m up</source>
        <translation>b, s/m bergauf</translation>
    </message>
    <message>
        <source>c, s/m down</source>
        <translation>c, s/m bergab</translation>
    </message>
    <message>
        <source>d, s/m steep down</source>
        <translation>d, s/m steil bergab</translation>
    </message>
    <message>
        <source>no elevation raster was read</source>
        <translation>kein Höhenraster gelesen</translation>
    </message>
    <message>
        <source>r.walk: friction added</source>
        <translation>r.walk: Reibung kommt hinzu</translation>
    </message>
    <message>
        <source>{name} lies beside it; choose a model</source>
        <translation>{name} liegt daneben; ein Modell wählen</translation>
    </message>
    <message>
        <source>{name}, heights rounded to {unit} mm</source>
        <translation>{name}, Höhen auf {unit} mm gerundet</translation>
    </message>
</context>
<context>
    <name>SolverPanel</name>
    <message>
        <source>0 km/h counts as 1 km/h</source>
        <translation>0 km/h gilt als 1 km/h</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>All algorithms give the same bits; they differ in speed</source>
        <translation>Alle Verfahren liefern dieselben Bits; sie unterscheiden sich im Tempo</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Cells of 0 km/h are barriers; tick to cross them at 1 km/h</source>
        <translation>Zellen mit 0 km/h sind Barrieren; angehakt werden sie mit 1 km/h durchquert</translation>
    </message>
    <message>
        <source>Check the conditions that make travel times correct (F8)</source>
        <translation>Die Bedingungen prüfen, die Reisezeiten richtig machen (F8)</translation>
    </message>
    <message>
        <source>Choose it all the same</source>
        <translation>Trotzdem wählen</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>Keep the other</source>
        <translation>Beim anderen bleiben</translation>
    </message>
    <message>
        <source>No straight lines: {why}</source>
        <translation>Keine geraden Linien: {why}</translation>
    </message>
    <message>
        <source>Several GPUs would share the work; none can be used here.</source>
        <translation>Mehrere GPUs würden sich die Arbeit teilen; hier ist keine nutzbar.</translation>
    </message>
    <message>
        <source>Several GPUs would share the work; this machine has one.</source>
        <translation>Mehrere GPUs würden sich die Arbeit teilen; dieser Rechner hat eine.</translation>
    </message>
    <message>
        <source>Source: {source}</source>
        <translation>Quelle: {source}</translation>
    </message>
    <message>
        <source>Terrain and roads are one graph here. To prepare it for this algorithm takes minutes at the next solve, which Esc ends; another one answers at once, with the same times.</source>
        <translation>Gelände und Straßen sind hier ein Netz. Es für diesen Algorithmus vorzubereiten dauert bei der nächsten Berechnung Minuten, was Esc beendet; ein anderer antwortet sofort, mit denselben Zeiten.</translation>
    </message>
    <message>
        <source>The GPU that solves</source>
        <translation>Die GPU, die berechnet</translation>
    </message>
    <message>
        <source>The algorithm stays as it is</source>
        <translation>Der Algorithmus bleibt, wie er ist</translation>
    </message>
    <message>
        <source>The processor that solves</source>
        <translation>Der Prozessor, der berechnet</translation>
    </message>
    <message>
        <source>This algorithm does not run on the CPU.</source>
        <translation>Dieses Verfahren läuft nicht auf der CPU.</translation>
    </message>
    <message>
        <source>This algorithm does not run on the GPU in this version.</source>
        <translation>Dieses Verfahren läuft in dieser Version nicht auf der GPU.</translation>
    </message>
    <message>
        <source>This algorithm needs a GPU.</source>
        <translation>Dieses Verfahren braucht eine GPU.</translation>
    </message>
    <message>
        <source>Unless you choose another, a GPU solves large road graphs with “{once}”, and with “{moving}” once sliders or closures move and the roads are divided into cells.</source>
        <translation>Solange kein anderes gewählt ist, berechnet eine GPU große Straßennetze mit „{once}“, und mit „{moving}“, sobald Regler oder Sperrungen sich ändern und die Straßen in Zellen geteilt sind.</translation>
    </message>
    <message>
        <source>Upper limit on the GPU memory used; larger rasters are solved in blocks or on the CPU</source>
        <translation>Obergrenze des genutzten GPU-Speichers; größere Raster werden in Blöcken oder auf der CPU berechnet</translation>
    </message>
    <message>
        <source>Validate</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Validate the result</source>
        <translation>Ergebnis prüfen</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>all free memory</source>
        <translation>aller freie Speicher</translation>
    </message>
</context>
<context>
    <name>SpeedCurve</name>
    <message>
        <source>Drag points; a double click makes one or lets you type its numbers, a right click takes one away</source>
        <translation>Punkte ziehen; ein Doppelklick setzt einen oder lässt seine Zahlen eintippen, ein Rechtsklick nimmt einen weg</translation>
    </message>
    <message>
        <source>Speed by slope</source>
        <translation>Geschwindigkeit nach Neigung</translation>
    </message>
    <message>
        <source>km/h</source>
        <translation>km/h</translation>
    </message>
    <message>
        <source>km/h by slope</source>
        <translation>km/h nach Neigung</translation>
    </message>
</context>
<context>
    <name>Splash</name>
    <message>
        <source>Starting…</source>
        <translation>Wird gestartet…</translation>
    </message>
</context>
<context>
    <name>StartEdits</name>
    <message>
        <source>A start was added, since there are several</source>
        <translation>Ein Startpunkt kam hinzu, da es mehrere gibt</translation>
    </message>
    <message>
        <source>Add start</source>
        <translation>Startpunkt hinzufügen</translation>
    </message>
    <message>
        <source>Add starts</source>
        <translation>Startpunkte hinzufügen</translation>
    </message>
    <message>
        <source>Edit start</source>
        <translation>Startpunkt bearbeiten</translation>
    </message>
    <message>
        <source>Only this one</source>
        <translation>Nur dieser</translation>
    </message>
    <message>
        <source>Remove all starts</source>
        <translation>Alle Startpunkte entfernen</translation>
    </message>
    <message>
        <source>Remove start</source>
        <translation>Startpunkt entfernen</translation>
    </message>
    <message>
        <source>Remove the other starts</source>
        <translation>Die anderen Startpunkte entfernen</translation>
    </message>
    <message>
        <source>Set start</source>
        <translation>Startpunkt setzen</translation>
    </message>
</context>
<context>
    <name>StartFiles</name>
    <message>
        <source>Add starts from a file</source>
        <translation>Startpunkte aus Datei hinzufügen</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Save starts</source>
        <translation>Startpunkte speichern</translation>
    </message>
</context>
<context>
    <name>StartsModel</name>
    <message>
        <source>&apos;{text}&apos; is not a number</source>
        <translation>&apos;{text}&apos; ist keine Zahl</translation>
    </message>
    <message>
        <source>Delay, {unit}</source>
        <translation>Verzög., {unit}</translation>
    </message>
    <message>
        <source>First, {unit}</source>
        <translation>Zuerst, {unit}</translation>
    </message>
    <message>
        <source>Give 0 or more.</source>
        <translation>0 oder mehr angeben.</translation>
    </message>
    <message>
        <source>Give one such as 12.5.</source>
        <translation>Eine Zahl wie 12.5 angeben.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>On or off, and the colour; double-click it to choose another</source>
        <translation>Ein oder aus, und die Farbe; Doppelklick wählt eine andere</translation>
    </message>
    <message>
        <source>Start {number}</source>
        <translation>Startpunkt {number}</translation>
    </message>
    <message>
        <source>Time already on the clock when the front leaves this start</source>
        <translation>Zeit, die schon auf der Uhr steht, wenn die Front diesen Startpunkt verlässt</translation>
    </message>
    <message>
        <source>What this start reaches before the others</source>
        <translation>Was dieser Startpunkt vor den anderen erreicht</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>a delay of {text}</source>
        <translation>eine Verzögerung von {text}</translation>
    </message>
</context>
<context>
    <name>StartsPanel</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a start</source>
        <translation>Startpunkt hinzufügen</translation>
    </message>
    <message>
        <source>Add a start at these coordinates</source>
        <translation>Einen Startpunkt an diesen Koordinaten hinzufügen</translation>
    </message>
    <message>
        <source>Add starts from a file</source>
        <translation>Startpunkte aus Datei hinzufügen</translation>
    </message>
    <message>
        <source>CRS of the coordinates</source>
        <translation>KBS der Koordinaten</translation>
    </message>
    <message>
        <source>Click the map to set the start, drag it to move it, Shift-click to add one. Double-click a cell here to edit it.</source>
        <translation>Auf die Karte klicken setzt den Startpunkt, ziehen verschiebt ihn, Umschalt-Klick fügt einen hinzu. Doppelklick auf eine Zelle hier bearbeitet sie.</translation>
    </message>
    <message>
        <source>Colour by first start</source>
        <translation>Färben nach erstem Startpunkt</translation>
    </message>
    <message>
        <source>Colour of start {number}</source>
        <translation>Farbe von Startpunkt {number}</translation>
    </message>
    <message>
        <source>Coordinates</source>
        <translation>Koordinaten</translation>
    </message>
    <message>
        <source>Double-click a cell to edit it</source>
        <translation>Doppelklick auf eine Zelle bearbeitet sie</translation>
    </message>
    <message>
        <source>Each place in the colour of the start that reaches it first (W)</source>
        <translation>Jeder Ort in der Farbe des Startpunkts, der ihn zuerst erreicht (W)</translation>
    </message>
    <message>
        <source>Find a good start</source>
        <translation>Guten Startpunkt suchen</translation>
    </message>
    <message>
        <source>From file…</source>
        <translation>Aus Datei…</translation>
    </message>
    <message>
        <source>Good start</source>
        <translation>Guter Startpunkt</translation>
    </message>
    <message>
        <source>Lon, lat</source>
        <translation>Länge, Breite</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Points of a CSV or a GIS file, with names, colours and delays</source>
        <translation>Punkte einer CSV- oder GIS-Datei, mit Namen, Farben und Verzögerungen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the selected starts</source>
        <translation>Gewählte Startpunkte entfernen</translation>
    </message>
    <message>
        <source>Remove the selected starts, or all if none is selected (Delete)</source>
        <translation>Die gewählten Startpunkte entfernen, oder alle, wenn keiner gewählt ist (Entf)</translation>
    </message>
    <message>
        <source>Save starts</source>
        <translation>Startpunkte speichern</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Set the start in the middle of the largest passable area (G)</source>
        <translation>Den Startpunkt in die Mitte des größten passierbaren Gebiets setzen (G)</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Startpunkte</translation>
    </message>
    <message>
        <source>That of the map, longitude and latitude, or one such as EPSG:32629</source>
        <translation>Das der Karte, Länge und Breite oder eines wie EPSG:32629</translation>
    </message>
    <message>
        <source>Write all starts as CSV, GeoPackage or GeoJSON</source>
        <translation>Alle Startpunkte als CSV, GeoPackage oder GeoJSON schreiben</translation>
    </message>
    <message>
        <source>X, Y or longitude, latitude, such as -8.61, 41.15 or 41°09&apos;N 8°37&apos;W</source>
        <translation>X, Y oder Länge, Breite, etwa -8.61, 41.15 oder 41°09&apos;N 8°37&apos;W</translation>
    </message>
    <message>
        <source>x, y</source>
        <translation>x, y</translation>
    </message>
    <message>
        <source>x, y or vertex id</source>
        <translation>x, y oder Knotennummer</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Coordinate reference system</source>
        <translation>Koordinatenbezugssystem</translation>
    </message>
    <message>
        <source>Longitude and latitude under the pointer</source>
        <translation>Länge und Breite unter dem Zeiger</translation>
    </message>
    <message>
        <source>Position under the pointer</source>
        <translation>Position unter dem Zeiger</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Speed under the pointer</source>
        <translation>Geschwindigkeit unter dem Zeiger</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Stop everything that is running (Esc)</source>
        <translation>Alles anhalten, was läuft (Esc)</translation>
    </message>
    <message>
        <source>Travel time under the pointer</source>
        <translation>Reisezeit unter dem Zeiger</translation>
    </message>
</context>
<context>
    <name>StepTimings</name>
    <message>
        <source>Customized</source>
        <translation>Angepasst</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>Gezeichnet</translation>
    </message>
    <message>
        <source>Milliseconds from a step of a slider to the new picture</source>
        <translation>Millisekunden vom Schritt eines Reglers bis zum neuen Bild</translation>
    </message>
    <message>
        <source>Prepared</source>
        <translation>Vorbereitet</translation>
    </message>
    <message>
        <source>Solved</source>
        <translation>Berechnet</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
</context>
<context>
    <name>TerrainPanel</name>
    <message>
        <source>Barriers</source>
        <translation>Barrieren</translation>
    </message>
    <message>
        <source>CRS</source>
        <translation>KBS</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear the import cache</source>
        <translation>Importspeicher leeren</translation>
    </message>
    <message>
        <source>Extent</source>
        <translation>Ausdehnung</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Import cache: {size}</source>
        <translation>Importspeicher: {size}</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Keine Daten</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Passable</source>
        <translation>Passierbar</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Summarizing the speeds</source>
        <translation>Geschwindigkeiten werden zusammengefasst</translation>
    </message>
    <message>
        <source>Text grids are imported once and cached; clearing only makes the next opening slower</source>
        <translation>Textraster werden einmal importiert und behalten; Leeren macht nur das nächste Öffnen langsamer</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>no terrain is open</source>
        <translation>kein Gelände ist geöffnet</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>the file names none</source>
        <translation>die Datei nennt keines</translation>
    </message>
</context>
<context>
    <name>TileServer</name>
    <message>
        <source>Address of the tiles</source>
        <translation>Adresse der Kacheln</translation>
    </message>
    <message>
        <source>Address with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png</source>
        <translation>Adresse mit {z}, {x} und {y}, etwa https://tiles.example.org/{z}/{x}/{y}.png</translation>
    </message>
    <message>
        <source>Off: nothing is ever sent. On: the part of the map that is seen is asked for</source>
        <translation>Aus: Es wird nie etwas gesendet. Ein: Der sichtbare Teil der Karte wird angefragt</translation>
    </message>
    <message>
        <source>Tiles from a server</source>
        <translation>Kacheln von einem Server</translation>
    </message>
</context>
<context>
    <name>TimeHistogram</name>
    <message>
        <source>Limit {number} of {count}: {limit}</source>
        <translation>Grenze {number} von {count}: {limit}</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>A slider is moved, and every time on the map follows.</source>
        <translation>Ein Regler bewegt sich, und jede Zeit auf der Karte folgt.</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Along roads first, then over fields and up the valleys.</source>
        <translation>Zuerst entlang der Straßen, dann über Felder und die Täler hinauf.</translation>
    </message>
    <message>
        <source>An island, and how fast one moves in each of its cells. One click is answered everywhere.</source>
        <translation>Eine Insel, und wie schnell man in jeder ihrer Zellen vorankommt. Ein Klick wird überall beantwortet.</translation>
    </message>
    <message>
        <source>Areas for a GIS, and a web map that any browser shows.</source>
        <translation>Flächen für ein GIS, und eine Webkarte, die jeder Browser zeigt.</translation>
    </message>
    <message>
        <source>Before and after, by a swipe; then what is later, in orange.</source>
        <translation>Vorher und nachher, durch Wischen; dann, was später ist, in Orange.</translation>
    </message>
    <message>
        <source>Close a road</source>
        <translation>Eine Straße sperren</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Competition</source>
        <translation>Wettbewerb</translation>
    </message>
    <message>
        <source>Drag the start</source>
        <translation>Den Startpunkt ziehen</translation>
    </message>
    <message>
        <source>How far can you get?</source>
        <translation>Wie weit kommt man?</translation>
    </message>
    <message>
        <source>One-way streets and forbidden turns count; the route follows the pointer.</source>
        <translation>Einbahnstraßen und Abbiegeverbote zählen; die Route folgt dem Zeiger.</translation>
    </message>
    <message>
        <source>Race of solvers</source>
        <translation>Wettlauf der Verfahren</translation>
    </message>
    <message>
        <source>Roads, too</source>
        <translation>Auch Straßen</translation>
    </message>
    <message>
        <source>Several starts: each place in the colour of the one that is there first.</source>
        <translation>Mehrere Startpunkte: jeder Ort in der Farbe dessen, der zuerst da ist.</translation>
    </message>
    <message>
        <source>Take it with you</source>
        <translation>Zum Mitnehmen</translation>
    </message>
    <message>
        <source>The front moves</source>
        <translation>Die Front wandert</translation>
    </message>
    <message>
        <source>The same question to each of them: equal bits, checked, not equally fast.</source>
        <translation>Dieselbe Frage an jedes: gleiche Bits, geprüft, nicht gleich schnell.</translation>
    </message>
    <message>
        <source>The tour has ended</source>
        <translation>Die Vorführung ist zu Ende</translation>
    </message>
    <message>
        <source>This result is kept; then a line is drawn, and the road under it is closed.</source>
        <translation>Dieses Ergebnis wird behalten; dann wird eine Linie gezeichnet, und die Straße darunter ist gesperrt.</translation>
    </message>
    <message>
        <source>This window is yours now. Nothing of the tour is kept in your settings.</source>
        <translation>Dieses Fenster ist jetzt frei. Nichts von der Vorführung bleibt in den Einstellungen.</translation>
    </message>
    <message>
        <source>Two million cells are solved again at every step of the hand.</source>
        <translation>Zwei Millionen Zellen werden bei jedem Schritt der Hand neu berechnet.</translation>
    </message>
    <message>
        <source>What if motorways were slower?</source>
        <translation>Was, wenn Autobahnen langsamer wären?</translation>
    </message>
    <message>
        <source>Written: {files}</source>
        <translation>Geschrieben: {files}</translation>
    </message>
</context>
<context>
    <name>TourCaption</name>
    <message>
        <source>What the tour shows</source>
        <translation>Was die Vorführung zeigt</translation>
    </message>
    <message>
        <source>{step} of {steps} · any key or click ends the tour</source>
        <translation>{step} von {steps} · jede Taste, jeder Klick beendet die Vorführung</translation>
    </message>
</context>
<context>
    <name>UncertaintyPanel</name>
    <message>
        <source>A speed, or a class of roads</source>
        <translation>Eine Geschwindigkeit oder eine Straßenklasse</translation>
    </message>
    <message>
        <source>A street</source>
        <translation>Eine Straße</translation>
    </message>
    <message>
        <source>Alike</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>All certainties in one file, or the times and areas of one</source>
        <translation>Alle Sicherheiten in einer Datei, oder Zeiten und Flächen einer</translation>
    </message>
    <message>
        <source>Certain</source>
        <translation>Sicher</translation>
    </message>
    <message>
        <source>Correlation length</source>
        <translation>Korrelationslänge</translation>
    </message>
    <message>
        <source>Exact solves, each at speeds of its own</source>
        <translation>Genaue Berechnungen, jede mit eigenen Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Export certainties</source>
        <translation>Sicherheiten exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Farthest</source>
        <translation>Fernster</translation>
    </message>
    <message>
        <source>Give them up (Esc)</source>
        <translation>Aufgeben (Esc)</translation>
    </message>
    <message>
        <source>How unsure: 90 % − 10 %</source>
        <translation>Wie unsicher: 90 % − 10 %</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Map of certainties</source>
        <translation>Karte der Sicherheiten</translation>
    </message>
    <message>
        <source>Metres within which places are faster or slower together</source>
        <translation>Meter, innerhalb derer Orte gemeinsam schneller oder langsamer sind</translation>
    </message>
    <message>
        <source>Newest result</source>
        <translation>Neuestes Ergebnis</translation>
    </message>
    <message>
        <source>Number of runs</source>
        <translation>Anzahl der Läufe</translation>
    </message>
    <message>
        <source>Of 20 % two speeds in three lie between 18 % below and 22 % above what is given</source>
        <translation>Bei 20 % liegen zwei von drei Geschwindigkeiten zwischen 18 % unter und 22 % über dem Gegebenen</translation>
    </message>
    <message>
        <source>Places near each other</source>
        <translation>Nahe Orte</translation>
    </message>
    <message>
        <source>Places within {length} are alike.</source>
        <translation>Orte innerhalb von {length} sind gleich.</translation>
    </message>
    <message>
        <source>Probability within the limit</source>
        <translation>Wahrscheinlichkeit innerhalb der Grenze</translation>
    </message>
    <message>
        <source>Reached with {n} % certainty</source>
        <translation>Mit {n} % Sicherheit erreicht</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Run uncertain speeds</source>
        <translation>Unsichere Geschwindigkeiten berechnen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Solve at all drawn speeds (Ctrl+Alt+U)</source>
        <translation>Mit allen gezogenen Geschwindigkeiten berechnen (Strg+Alt+U)</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Spread of speeds</source>
        <translation>Streuung der Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop the runs</source>
        <translation>Läufe anhalten</translation>
    </message>
    <message>
        <source>The same question again and again, exactly, at speeds that are drawn anew.</source>
        <translation>Dieselbe Frage immer wieder, genau, mit neu gezogenen Geschwindigkeiten.</translation>
    </message>
    <message>
        <source>The same seed draws the same speeds, on any machine</source>
        <translation>Derselbe Startwert zieht dieselben Geschwindigkeiten, auf jedem Rechner</translation>
    </message>
    <message>
        <source>What has one factor</source>
        <translation>Was einen Faktor hat</translation>
    </message>
    <message>
        <source>What is faster or slower together</source>
        <translation>Was gemeinsam schneller oder langsamer ist</translation>
    </message>
    <message>
        <source>What is reached within the limit with each certainty, and when the last place is</source>
        <translation>Was mit jeder Sicherheit innerhalb der Grenze erreicht wird, und wann der letzte Ort</translation>
    </message>
    <message>
        <source>What the map shows of the runs</source>
        <translation>Was die Karte von den Läufen zeigt</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>Innerhalb</translation>
    </message>
    <message>
        <source>Within the limit by certainty</source>
        <translation>Innerhalb der Grenze je Sicherheit</translation>
    </message>
    <message>
        <source>Within {limit}, {unit}</source>
        <translation>Innerhalb {limit}, {unit}</translation>
    </message>
    <message>
        <source>a tenth of the extent</source>
        <translation>ein Zehntel der Ausdehnung</translation>
    </message>
    <message>
        <source>as given</source>
        <translation>wie gegeben</translation>
    </message>
    <message>
        <source>{runs} runs with seed {seed}, spread {spread} %.</source>
        <translation>{runs} Läufe mit Startwert {seed}, Streuung {spread} %.</translation>
    </message>
</context>
<context>
    <name>Vehicle</name>
    <message>
        <source>Bicycle</source>
        <translation>Fahrrad</translation>
    </message>
    <message>
        <source>Bus</source>
        <translation>Bus</translation>
    </message>
    <message>
        <source>Car</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Cobbles</source>
        <translation>Pflaster</translation>
    </message>
    <message>
        <source>Compacted</source>
        <translation>Verdichtet</translation>
    </message>
    <message>
        <source>Dead end</source>
        <translation>Sackgasse</translation>
    </message>
    <message>
        <source>Distances from the file</source>
        <translation>Entfernungen aus der Datei</translation>
    </message>
    <message>
        <source>Earth, grass</source>
        <translation>Erde, Gras</translation>
    </message>
    <message>
        <source>Ferry</source>
        <translation>Fähre</translation>
    </message>
    <message>
        <source>Four-wheel drive</source>
        <translation>Geländewagen</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>Tor</translation>
    </message>
    <message>
        <source>Give way sign</source>
        <translation>Vorfahrt gewähren</translation>
    </message>
    <message>
        <source>Gravel</source>
        <translation>Schotter</translation>
    </message>
    <message>
        <source>How many seconds boarding and landing take together</source>
        <translation>Wie viele Sekunden Einsteigen und Aussteigen zusammen dauern</translation>
    </message>
    <message>
        <source>How many seconds more it takes to turn across the oncoming lane</source>
        <translation>Wie viele Sekunden es mehr kostet, über die Gegenspur abzubiegen</translation>
    </message>
    <message>
        <source>How many seconds one waits there on the mean</source>
        <translation>Wie viele Sekunden man dort im Mittel wartet</translation>
    </message>
    <message>
        <source>How many seconds the sharpest turn takes; gentler ones take less</source>
        <translation>Wie viele Sekunden das schärfste Abbiegen kostet; sanfteres kostet weniger</translation>
    </message>
    <message>
        <source>How many seconds turning round takes where nothing else leads on</source>
        <translation>Wie viele Sekunden das Wenden kostet, wo nichts anderes weiterführt</translation>
    </message>
    <message>
        <source>How much of a posted limit is driven on the mean</source>
        <translation>Wie viel vom Tempolimit im Mittel gefahren wird</translation>
    </message>
    <message>
        <source>How much of the class&apos;s speed is driven there, not of a limit; 0 closes</source>
        <translation>Wie viel von der Geschwindigkeit der Klasse dort gefahren wird, nicht von einem Tempolimit; 0 sperrt</translation>
    </message>
    <message>
        <source>How much sharper a turn across the oncoming lane counts</source>
        <translation>Um wie viel schärfer Abbiegen über die Gegenspur zählt</translation>
    </message>
    <message>
        <source>Larger road</source>
        <translation>Größere Straße</translation>
    </message>
    <message>
        <source>Left turn</source>
        <translation>Links abbiegen</translation>
    </message>
    <message>
        <source>Mud, snow</source>
        <translation>Schlamm, Schnee</translation>
    </message>
    <message>
        <source>Never faster there, whatever the limit; none at the end of the scale</source>
        <translation>Dort nie schneller, was das Tempolimit auch sagt; am Ende der Skala beliebig</translation>
    </message>
    <message>
        <source>Number of arcs</source>
        <translation>Anzahl der Kanten</translation>
    </message>
    <message>
        <source>On foot</source>
        <translation>Zu Fuß</translation>
    </message>
    <message>
        <source>Oncoming lane</source>
        <translation>Gegenspur</translation>
    </message>
    <message>
        <source>Paved</source>
        <translation>Befestigt</translation>
    </message>
    <message>
        <source>Pushed</source>
        <translation>Geschoben</translation>
    </message>
    <message>
        <source>Right turn</source>
        <translation>Rechts abbiegen</translation>
    </message>
    <message>
        <source>Sand</source>
        <translation>Sand</translation>
    </message>
    <message>
        <source>Share of a limit</source>
        <translation>Anteil am Limit</translation>
    </message>
    <message>
        <source>Sharpest turn</source>
        <translation>Schärfstes Abbiegen</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Speed on foot, pushing, where one may not ride; 0: nobody pushes</source>
        <translation>Geschwindigkeit zu Fuß, schiebend, wo man nicht fahren darf; 0: niemand schiebt</translation>
    </message>
    <message>
        <source>Stop sign</source>
        <translation>Stoppschild</translation>
    </message>
    <message>
        <source>Times from the file</source>
        <translation>Zeiten aus der Datei</translation>
    </message>
    <message>
        <source>Traffic signals</source>
        <translation>Ampel</translation>
    </message>
    <message>
        <source>Truck</source>
        <translation>Lkw</translation>
    </message>
    <message>
        <source>U-turn</source>
        <translation>Wenden</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>unbeachtet</translation>
    </message>
    <message>
        <source>in place of the class speed</source>
        <translation>statt der Geschwindigkeit der Klasse</translation>
    </message>
    <message>
        <source>maximum: never faster</source>
        <translation>Höchstwert: nie schneller</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>to begin and end on</source>
        <translation>für Anfang und Ende</translation>
    </message>
    <message>
        <source>to pass through, too</source>
        <translation>auch zum Durchfahren</translation>
    </message>
</context>
<context>
    <name>VehicleFiles</name>
    <message>
        <source>Save vehicle</source>
        <translation>Fahrzeug speichern</translation>
    </message>
    <message>
        <source>Speeds of single ways are not in it: their table is a file of its own.</source>
        <translation>Geschwindigkeiten einzelner Wege stehen nicht darin: ihre Tabelle ist eine eigene Datei.</translation>
    </message>
    <message>
        <source>Vehicle from a file</source>
        <translation>Fahrzeug aus einer Datei</translation>
    </message>
    <message>
        <source>Vehicles</source>
        <translation>Fahrzeuge</translation>
    </message>
</context>
<context>
    <name>VehiclePanel</name>
    <message>
        <source>Area, {arcs} arcs</source>
        <translation>Fläche, {arcs} Kanten</translation>
    </message>
    <message>
        <source>Closed by drawing</source>
        <translation>Durch Zeichnen gesperrt</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Entfernung</translation>
    </message>
    <message>
        <source>Drive by speeds, turns and waits out of a file, as the command line does</source>
        <translation>Mit Geschwindigkeiten, Abbiege- und Wartezeiten aus einer Datei fahren, wie die Kommandozeile</translation>
    </message>
    <message>
        <source>Find the fastest routes</source>
        <translation>Die schnellsten Wege suchen</translation>
    </message>
    <message>
        <source>Find the shortest routes</source>
        <translation>Die kürzesten Wege suchen</translation>
    </message>
    <message>
        <source>From file…</source>
        <translation>Aus Datei…</translation>
    </message>
    <message>
        <source>From the starts</source>
        <translation>Ab den Startpunkten</translation>
    </message>
    <message>
        <source>Highest speed by surface</source>
        <translation>Höchste Geschwindigkeit nach Belag</translation>
    </message>
    <message>
        <source>How long it takes from the starts</source>
        <translation>Wie lange es ab den Startpunkten dauert</translation>
    </message>
    <message>
        <source>How long it takes to come to the nearest start</source>
        <translation>Wie lange es zum nächsten Startpunkt dauert</translation>
    </message>
    <message>
        <source>How many seconds each such turn costs; at the end of the scale none is taken</source>
        <translation>Wie viele Sekunden jedes solche Abbiegen kostet; am Ende der Skala bleibt es aus</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Tempolimits</translation>
    </message>
    <message>
        <source>Line, {arcs} arcs</source>
        <translation>Linie, {arcs} Kanten</translation>
    </message>
    <message>
        <source>Minimize</source>
        <translation>Minimieren</translation>
    </message>
    <message>
        <source>Posted limits</source>
        <translation>Tempolimits</translation>
    </message>
    <message>
        <source>Private streets</source>
        <translation>Private Straßen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Restore the speeds of the profile</source>
        <translation>Die Geschwindigkeiten des Profils wiederherstellen</translation>
    </message>
    <message>
        <source>Save vehicle</source>
        <translation>Fahrzeug speichern</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Share of the speed by surface</source>
        <translation>Anteil der Geschwindigkeit nach Belag</translation>
    </message>
    <message>
        <source>Speed by class of road</source>
        <translation>Geschwindigkeit je Straßenklasse</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>To the starts</source>
        <translation>Zu den Startpunkten</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Abbiegen</translation>
    </message>
    <message>
        <source>Vehicle</source>
        <translation>Fahrzeug</translation>
    </message>
    <message>
        <source>Vehicle from a file</source>
        <translation>Fahrzeug aus einer Datei</translation>
    </message>
    <message>
        <source>Waiting at the end of a street</source>
        <translation>Warten am Ende einer Straße</translation>
    </message>
    <message>
        <source>What a posted speed limit means</source>
        <translation>Was ein Tempolimit bedeutet</translation>
    </message>
    <message>
        <source>What streets for residents, deliveries and customers are for</source>
        <translation>Wozu Straßen für Anlieger, Lieferverkehr und Kunden da sind</translation>
    </message>
    <message>
        <source>When, and with what</source>
        <translation>Wann und womit</translation>
    </message>
    <message>
        <source>Which vehicle&apos;s speeds apply, or which costs</source>
        <translation>Wessen Geschwindigkeiten gelten, oder welche Kosten</translation>
    </message>
    <message>
        <source>Write all that is set here, to be opened again or given to --metric</source>
        <translation>Alles schreiben, was hier eingestellt ist, um es wieder zu öffnen oder --metric zu geben</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>eine Tabelle</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
</context>
<context>
    <name>ViewMenus</name>
    <message>
        <source>&amp;Clear the list</source>
        <translation>Liste &amp;leeren</translation>
    </message>
    <message>
        <source>&amp;Kilometres and km/h</source>
        <translation>&amp;Kilometer und km/h</translation>
    </message>
    <message>
        <source>&amp;Miles and mph</source>
        <translation>&amp;Meilen und mph</translation>
    </message>
    <message>
        <source>Add start here</source>
        <translation>Startpunkt hier hinzufügen</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Copy coordinates</source>
        <translation>Koordinaten kopieren</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>Noch nichts geöffnet</translation>
    </message>
    <message>
        <source>Only this start</source>
        <translation>Nur dieser Startpunkt</translation>
    </message>
    <message>
        <source>Pin the path to here</source>
        <translation>Weg hierher anheften</translation>
    </message>
    <message>
        <source>Remove this destination</source>
        <translation>Dieses Ziel entfernen</translation>
    </message>
    <message>
        <source>Remove this origin</source>
        <translation>Diese Quelle entfernen</translation>
    </message>
    <message>
        <source>Remove this start</source>
        <translation>Diesen Startpunkt entfernen</translation>
    </message>
    <message>
        <source>Reopen the roads that this drawing closes</source>
        <translation>Die Straßen freigeben, die diese Zeichnung sperrt</translation>
    </message>
    <message>
        <source>Set start here</source>
        <translation>Startpunkt hierher setzen</translation>
    </message>
    <message>
        <source>Turn off</source>
        <translation>Ausschalten</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>Einschalten</translation>
    </message>
</context>
<context>
    <name>WaySpeedsRow</name>
    <message>
        <source>A CSV file of osm_id,max_speed,speed_type, such as a day&apos;s congestion; it can be dropped on the map too</source>
        <translation>Eine CSV-Datei mit osm_id,max_speed,speed_type, etwa die Staus eines Tages; sie kann auch auf die Karte gezogen werden</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Speeds of ways</source>
        <translation>Geschwindigkeiten von Wegen</translation>
    </message>
    <message>
        <source>Speeds of ways…</source>
        <translation>Geschwindigkeiten…</translation>
    </message>
    <message>
        <source>Use the vehicle&apos;s own speeds again</source>
        <translation>Wieder die eigenen Geschwindigkeiten des Fahrzeugs</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>{met} of {count} ways matched</source>
        <translation>{met} von {count} Wegen gefunden</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>A made-up island of 15 km with a start set</source>
        <translation>Eine erfundene Insel von 15 km mit gesetztem Startpunkt</translation>
    </message>
    <message>
        <source>Demo tour</source>
        <translation>Vorführung</translation>
    </message>
    <message>
        <source>How far can you get?</source>
        <translation>Wie weit kommt man?</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Open a velocity raster or a road graph (Ctrl+O)</source>
        <translation>Geschwindigkeitsraster oder Straßennetz öffnen (Strg+O)</translation>
    </message>
    <message>
        <source>Open a velocity raster, km/h in each cell, or a road graph, and click a start. Isofront shows what can be reached, and when.</source>
        <translation>Ein Geschwindigkeitsraster mit km/h in jeder Zelle oder ein Straßennetz öffnen und einen Startpunkt klicken. Isofront zeigt, was erreicht wird, und wann.</translation>
    </message>
    <message>
        <source>Sample roads</source>
        <translation>Beispielstraßen</translation>
    </message>
    <message>
        <source>Sample terrain</source>
        <translation>Beispielgelände</translation>
    </message>
    <message>
        <source>The roads of the same island with a start set</source>
        <translation>Die Straßen derselben Insel mit gesetztem Startpunkt</translation>
    </message>
    <message>
        <source>Two minutes by itself; any key or click ends it</source>
        <translation>Zwei Minuten von selbst; jede Taste, jeder Klick beendet es</translation>
    </message>
    <message>
        <source>or drop a file here: GeoTIFF, ASCII grid, OSM, DIMACS, GeoPackage, …</source>
        <translation>oder eine Datei hierher ziehen: GeoTIFF, ASCII-Grid, OSM, DIMACS, GeoPackage, …</translation>
    </message>
</context>
<context>
    <name>WindowState</name>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Redo {edit}</source>
        <translation>&amp;Wiederholen: {Edit}</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Undo {edit}</source>
        <translation>&amp;Rückgängig: {Edit}</translation>
    </message>
    <message>
        <source>An edit lies over a start, so nothing is solved. Move the start, or undo the edit.</source>
        <translation>Eine Änderung liegt über einem Startpunkt, darum wird nichts berechnet. Den Startpunkt verschieben, oder die Änderung rückgängig machen.</translation>
    </message>
    <message>
        <source>Another algorithm answers, with the same times.</source>
        <translation>Ein anderes Verfahren antwortet, mit denselben Zeiten.</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Cancelled: partial result</source>
        <translation>Abgebrochen: Teilergebnis</translation>
    </message>
    <message>
        <source>Choose another band or other units, or open another file.</source>
        <translation>Ein anderes Band oder andere Einheiten wählen, oder eine andere Datei öffnen.</translation>
    </message>
    <message>
        <source>Click corners, or draw by hand, over the roads to close. A double click ends a line, a click on the first corner an area. Esc stops drawing.</source>
        <translation>Über den zu sperrenden Straßen Ecken klicken oder freihändig zeichnen. Ein Doppelklick beendet eine Linie, ein Klick auf die erste Ecke eine Fläche. Esc beendet das Zeichnen.</translation>
    </message>
    <message>
        <source>Click destinations on the map. Esc ends it.</source>
        <translation>Ziele auf der Karte klicken. Esc beendet es.</translation>
    </message>
    <message>
        <source>Click origins on the map. Esc ends it.</source>
        <translation>Quellen auf der Karte klicken. Esc beendet es.</translation>
    </message>
    <message>
        <source>Click the corners of a line; a double click ends it, a click on the first corner makes it an area. Esc ends measuring.</source>
        <translation>Die Ecken einer Linie klicken; ein Doppelklick beendet sie, ein Klick auf die erste Ecke macht sie zur Fläche. Esc beendet das Messen.</translation>
    </message>
    <message>
        <source>Click the map to set a start</source>
        <translation>Auf die Karte klicken, um einen Startpunkt zu setzen</translation>
    </message>
    <message>
        <source>Contract now</source>
        <translation>Jetzt kontrahieren</translation>
    </message>
    <message>
        <source>If these are not speeds in km/h, choose their units or another band, or open another file.</source>
        <translation>Sind dies keine Geschwindigkeiten in km/h: Einheiten oder ein anderes Band wählen, oder eine andere Datei öffnen.</translation>
    </message>
    <message>
        <source>No cell of this raster can be entered</source>
        <translation>Keine Zelle dieses Rasters ist passierbar</translation>
    </message>
    <message>
        <source>Partial result: places are missing, and times may be too long. F5 solves again.</source>
        <translation>Teilergebnis: Orte fehlen, und Zeiten können zu lang sein. F5 berechnet neu.</translation>
    </message>
    <message>
        <source>Preparing the drawing (first start only)…</source>
        <translation>Vorbereitung der Darstellung (nur beim ersten Start)…</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Solved on {where}</source>
        <translation>Berechnet auf {where}</translation>
    </message>
    <message>
        <source>Solving</source>
        <translation>Berechnung läuft</translation>
    </message>
    <message>
        <source>The last start did not complete, perhaps because of the saved layout. What you arrange from now on is saved again.</source>
        <translation>Der letzte Programmstart gelang nicht, vielleicht wegen der gespeicherten Anordnung. Was von nun an angeordnet wird, wird wieder gespeichert.</translation>
    </message>
    <message>
        <source>The map shows what had been reached by then. F5 solves again.</source>
        <translation>Die Karte zeigt, was bis dahin erreicht war. F5 berechnet neu.</translation>
    </message>
    <message>
        <source>The roads are not contracted for these costs</source>
        <translation>Die Straßen sind für diese Kosten nicht kontrahiert</translation>
    </message>
    <message>
        <source>The solve was cancelled</source>
        <translation>Die Berechnung wurde abgebrochen</translation>
    </message>
    <message>
        <source>The window opened with its default layout</source>
        <translation>Das Fenster öffnete sich mit der ursprünglichen Anordnung</translation>
    </message>
    <message>
        <source>no CRS</source>
        <translation>kein KBS</translation>
    </message>
</context>
<context>
    <name>ZonesPanel</name>
    <message>
        <source>Add a value raster</source>
        <translation>Werteraster hinzufügen</translation>
    </message>
    <message>
        <source>Add raster…</source>
        <translation>Raster hinzufügen…</translation>
    </message>
    <message>
        <source>Adding up what lies in each band…</source>
        <translation>Was in jeder Stufe liegt, wird zusammengezählt…</translation>
    </message>
    <message>
        <source>Amounts by start and band</source>
        <translation>Mengen je Startpunkt und Stufe</translation>
    </message>
    <message>
        <source>Band</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the zonal table</source>
        <translation>Zonentabelle kopieren</translation>
    </message>
    <message>
        <source>Each place belongs to the start that reaches it first.</source>
        <translation>Jeder Ort gehört zu dem Startpunkt, der ihn zuerst erreicht.</translation>
    </message>
    <message>
        <source>Export the zonal table</source>
        <translation>Zonentabelle exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Population, demand, anything that counts</source>
        <translation>Bevölkerung, Nachfrage, alles, was zählt</translation>
    </message>
    <message>
        <source>Put the table on the clipboard as text</source>
        <translation>Die Tabelle als Text in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Rasters whose values are summed; double-click a name or a unit to change it</source>
        <translation>Raster, deren Werte summiert werden; Doppelklick auf Name oder Einheit ändert sie</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the value raster</source>
        <translation>Werteraster entfernen</translation>
    </message>
    <message>
        <source>Set starts, and see what lies in each band of each.</source>
        <translation>Startpunkte setzen und sehen, was in jeder Stufe eines jeden liegt.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Startpunkt</translation>
    </message>
    <message>
        <source>Sum of</source>
        <translation>Summe von</translation>
    </message>
    <message>
        <source>Sum the chosen raster no more</source>
        <translation>Das gewählte Raster nicht mehr summieren</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Value rasters</source>
        <translation>Werteraster</translation>
    </message>
    <message>
        <source>What each start is first at, by band; click a row to show it on the map, or again to hide it</source>
        <translation>Wo jeder Startpunkt zuerst ist, nach Stufen; ein Klick auf eine Zeile zeigt sie auf der Karte, noch einer blendet sie aus</translation>
    </message>
    <message>
        <source>Write it as CSV</source>
        <translation>Als CSV schreiben</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
</context>
<context>
    <name>Zoning</name>
    <message>
        <source>Choose a raster of values</source>
        <translation>Werteraster wählen</translation>
    </message>
    <message>
        <source>Export the zonal table</source>
        <translation>Zonentabelle exportieren</translation>
    </message>
    <message>
        <source>First: {start}</source>
        <translation>Zuerst: {start}</translation>
    </message>
    <message>
        <source>Rasters</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Zonal table</source>
        <translation>Zonentabelle</translation>
    </message>
    <message>
        <source>all bands</source>
        <translation>alle Stufen</translation>
    </message>
    <message>
        <source>other zones</source>
        <translation>andere Zonen</translation>
    </message>
</context>
</TS>
