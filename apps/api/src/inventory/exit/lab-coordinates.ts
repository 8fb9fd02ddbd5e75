/**
 * Coordinates of the lab's cities: a country and its IANA time zone, then cities as `token latitude
 * longitude` in degrees; an indented line continues the previous one.
 */
const labCoordinates = `
US America/Los_Angeles | losangeles 34.05 -118.24; sanfrancisco 37.77 -122.42;
  sandiego 32.72 -117.16; seattle 47.61 -122.33
US America/New_York | newyork 40.71 -74.01; miami 25.76 -80.19; atlanta 33.75 -84.39
US America/Chicago | houston 29.76 -95.37; dallas 32.78 -96.8; chicago 41.88 -87.63
CA America/Toronto | toronto 43.65 -79.38; montreal 45.5 -73.57
CA America/Vancouver | vancouver 49.28 -123.12
CA America/Edmonton | calgary 51.05 -114.07
MX America/Mexico_City | mexicocity 19.43 -99.13; guadalajara 20.67 -103.35
MX America/Monterrey | monterrey 25.67 -100.31
BR America/Sao_Paulo | saopaulo -23.55 -46.63; riodejaneiro -22.91 -43.17;
  belohorizonte -19.92 -43.94; curitiba -25.43 -49.27
AR America/Argentina/Buenos_Aires | buenosaires -34.61 -58.38
AR America/Argentina/Cordoba | cordoba -31.42 -64.18; rosario -32.95 -60.65
CL America/Santiago | santiago -33.45 -70.67; valparaiso -33.05 -71.61
CO America/Bogota | bogota 4.71 -74.07; medellin 6.25 -75.56
PE America/Lima | lima -12.05 -77.04; arequipa -16.41 -71.54
GB Europe/London | london 51.51 -0.13; manchester 53.48 -2.24; birmingham 52.49 -1.9;
  edinburgh 55.95 -3.19; cardiff 51.48 -3.18
IE Europe/Dublin | dublin 53.35 -6.26; cork 51.9 -8.47
DE Europe/Berlin | berlin 52.52 13.4; munich 48.14 11.58; hamburg 53.55 9.99;
  frankfurtammain 50.11 8.68; cologne 50.94 6.96; dusseldorf 51.23 6.77; stuttgart 48.78 9.18;
  leipzig 51.34 12.37
FR Europe/Paris | paris 48.86 2.35; lyon 45.76 4.84; marseille 43.3 5.37; toulouse 43.6 1.44
NL Europe/Amsterdam | amsterdam 52.37 4.9; rotterdam 51.92 4.48; utrecht 52.09 5.12
BE Europe/Brussels | brussels 50.85 4.35; antwerp 51.22 4.4
LU Europe/Luxembourg | luxembourg 49.61 6.13; eschsuralzette 49.5 5.98
CH Europe/Zurich | zurich 47.38 8.54; geneva 46.2 6.14; bern 46.95 7.45
AT Europe/Vienna | vienna 48.21 16.37; graz 47.07 15.44; salzburg 47.81 13.04
IT Europe/Rome | rome 41.9 12.5; milan 45.46 9.19; naples 40.85 14.27; turin 45.07 7.69
ES Europe/Madrid | madrid 40.42 -3.7; barcelona 41.39 2.17; seville 37.39 -5.98;
  valencia 39.47 -0.38
PT Europe/Lisbon | lisbon 38.72 -9.14; porto 41.15 -8.61
SE Europe/Stockholm | stockholm 59.33 18.07; gothenburg 57.71 11.97; malmo 55.6 13
NO Europe/Oslo | oslo 59.91 10.75; bergen 60.39 5.32
DK Europe/Copenhagen | copenhagen 55.68 12.57; aarhus 56.16 10.2
FI Europe/Helsinki | helsinki 60.17 24.94; tampere 61.5 23.76
IS Atlantic/Reykjavik | reykjavik 64.15 -21.94; akureyri 65.68 -18.09
PL Europe/Warsaw | warsaw 52.23 21.01; krakow 50.06 19.94; wroclaw 51.11 17.04; lodz 51.76 19.46
CZ Europe/Prague | prague 50.08 14.44; brno 49.2 16.61
SK Europe/Bratislava | bratislava 48.15 17.11; kosice 48.72 21.26
HU Europe/Budapest | budapest 47.5 19.04; szeged 46.25 20.15
RO Europe/Bucharest | bucharest 44.43 26.1; clujnapoca 46.77 23.6
BG Europe/Sofia | sofia 42.7 23.32; plovdiv 42.14 24.75
GR Europe/Athens | athens 37.98 23.73; thessaloniki 40.64 22.94
HR Europe/Zagreb | zagreb 45.81 15.98; split 43.51 16.44
RS Europe/Belgrade | belgrade 44.79 20.45; novisad 45.26 19.83
UA Europe/Kyiv | kyiv 50.45 30.52; lviv 49.84 24.03; odesa 46.48 30.73
RU Europe/Moscow | moscow 55.76 37.62; saintpetersburg 59.93 30.34
RU Asia/Novosibirsk | novosibirsk 55.03 82.92
TR Europe/Istanbul | istanbul 41.01 28.98; ankara 39.93 32.86; izmir 38.42 27.14
IL Asia/Jerusalem | telaviv 32.08 34.78; haifa 32.79 34.99
AE Asia/Dubai | dubai 25.2 55.27; abudhabi 24.45 54.38
SA Asia/Riyadh | riyadh 24.71 46.68; jeddah 21.49 39.19
EG Africa/Cairo | cairo 30.04 31.24; alexandria 31.2 29.92
MA Africa/Casablanca | casablanca 33.57 -7.59; rabat 34.02 -6.84
NG Africa/Lagos | lagos 6.52 3.38; abuja 9.08 7.4
KE Africa/Nairobi | nairobi -1.29 36.82; mombasa -4.04 39.67
ZA Africa/Johannesburg | johannesburg -26.2 28.05; capetown -33.92 18.42
IN Asia/Kolkata | mumbai 19.08 72.88; newdelhi 28.61 77.21; bengaluru 12.97 77.59;
  chennai 13.08 80.27
PK Asia/Karachi | karachi 24.86 67.01; lahore 31.55 74.34
TH Asia/Bangkok | bangkok 13.76 100.5; chiangmai 18.79 98.99
VN Asia/Ho_Chi_Minh | hanoi 21.03 105.85; hochiminhcity 10.82 106.63; danang 16.05 108.2
MY Asia/Kuala_Lumpur | kualalumpur 3.14 101.69; georgetown 5.41 100.34
SG Asia/Singapore | singapore 1.35 103.82
ID Asia/Jakarta | jakarta -6.21 106.85; surabaya -7.26 112.75; bandung -6.92 107.61
PH Asia/Manila | manila 14.6 120.98; cebucity 10.32 123.89
HK Asia/Hong_Kong | hongkong 22.32 114.17
TW Asia/Taipei | taipei 25.03 121.57; kaohsiung 22.63 120.3; taichung 24.15 120.67
JP Asia/Tokyo | tokyo 35.68 139.69; osaka 34.69 135.5; nagoya 35.18 136.91; sapporo 43.06 141.35
KR Asia/Seoul | seoul 37.57 126.98; busan 35.18 129.08; incheon 37.46 126.71
AU Australia/Sydney | sydney -33.87 151.21
AU Australia/Melbourne | melbourne -37.81 144.96
AU Australia/Brisbane | brisbane -27.47 153.03
AU Australia/Perth | perth -31.95 115.86
NZ Pacific/Auckland | auckland -36.85 174.76; wellington -41.29 174.78
`;

export interface Coordinates {
  latitude: number;
  longitude: number;
  /** IANA name. */
  timezone: string;
}

/** Keyed by `COUNTRY city`, with the city as a token. */
export const labCities: ReadonlyMap<string, Coordinates> = new Map(
  labCoordinates.trim().replace(/\n +/g, " ").split("\n").flatMap(citiesOf),
);

function citiesOf(line: string): [string, Coordinates][] {
  const [zone = "", cities = ""] = line.split(" | ");
  const [country = "", timezone = ""] = zone.split(" ");
  return cities.split("; ").map((text) => {
    const [city = "", latitude, longitude] = text.split(" ");
    const at = { latitude: Number(latitude), longitude: Number(longitude), timezone };
    return [`${country} ${city}`, at];
  });
}
