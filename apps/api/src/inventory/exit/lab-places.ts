/**
 * Real places and networks for the lab's inventory. A country: its cities as
 * `State/City/postal+postal`, then its networks as `ASN Name`; an indented line continues the
 * previous one. Nothing here is a real exit.
 */
export const labPlaces = `
US | California/Los Angeles/90001+90012; California/San Francisco/94103; California/San
  Diego/92101; New York/New York/10001+10011; Texas/Houston/77002; Texas/Dallas/75201;
  Florida/Miami/33101; Illinois/Chicago/60601; Washington/Seattle/98101; Georgia/Atlanta/30303
  | 7018 AT&T; 7922 Comcast; 701 Verizon; 21928 T-Mobile
CA | Ontario/Toronto/M5H; Quebec/Montreal/H3B; British Columbia/Vancouver/V6B;
  Alberta/Calgary/T2P
  | 577 Bell Canada; 812 Rogers; 852 Telus
MX | Mexico City/Mexico City/06000; Jalisco/Guadalajara/44100; Nuevo León/Monterrey/64000
  | 8151 Telmex; 17072 Totalplay
BR | São Paulo/São Paulo/01001000; Rio de Janeiro/Rio de Janeiro/20010000; Minas Gerais/Belo
  Horizonte/30110000; Paraná/Curitiba/80010000
  | 27699 Vivo; 28573 Claro; 26615 TIM Brasil
AR | Buenos Aires/Buenos Aires/C1002; Córdoba/Córdoba/X5000; Santa Fe/Rosario/S2000
  | 7303 Telecom Argentina; 22927 Telefónica de Argentina
CL | Santiago Metropolitan/Santiago/8320000; Valparaíso/Valparaíso/2340000
  | 7418 Movistar Chile; 22047 VTR
CO | Bogotá/Bogotá/110111; Antioquia/Medellín/050010
  | 10620 Claro Colombia; 19429 ETB
PE | Lima/Lima/15001; Arequipa/Arequipa/04001
  | 6147 Telefónica del Perú; 12252 Claro Peru
GB | England/London/EC1A+SW1A; England/Manchester/M1; England/Birmingham/B1;
  Scotland/Edinburgh/EH1; Wales/Cardiff/CF10
  | 2856 BT; 5607 Sky UK; 5089 Virgin Media; 13285 TalkTalk
IE | Leinster/Dublin/D02; Munster/Cork/T12
  | 5466 Eir; 6830 Liberty Global
DE | Berlin/Berlin/10115+10405; Bavaria/Munich/80331; Hamburg/Hamburg/20095; Hesse/Frankfurt am
  Main/60311; North Rhine-Westphalia/Cologne/50667; North Rhine-Westphalia/Düsseldorf/40213;
  Baden-Württemberg/Stuttgart/70173; Saxony/Leipzig/04109
  | 3320 Deutsche Telekom; 3209 Vodafone; 6805 Telefónica Germany; 8881 1&1
FR | Île-de-France/Paris/75001+75008; Auvergne-Rhône-Alpes/Lyon/69001; Provence-Alpes-Côte
  d'Azur/Marseille/13001; Occitanie/Toulouse/31000
  | 3215 Orange; 12322 Free; 15557 SFR; 5410 Bouygues Telecom
NL | North Holland/Amsterdam/1012; South Holland/Rotterdam/3011; Utrecht/Utrecht/3511
  | 1136 KPN; 33915 Ziggo; 50266 Odido
BE | Brussels/Brussels/1000; Flanders/Antwerp/2000
  | 5432 Proximus; 6848 Telenet
LU | Luxembourg/Luxembourg/1111; Esch-sur-Alzette/Esch-sur-Alzette/4001
  | 6661 POST Luxembourg; 9008 Visual Online
CH | Zürich/Zürich/8001; Geneva/Geneva/1201; Bern/Bern/3011
  | 3303 Swisscom; 6730 Sunrise
AT | Vienna/Vienna/1010; Styria/Graz/8010; Salzburg/Salzburg/5020
  | 8447 A1 Telekom; 8412 Magenta
IT | Lazio/Rome/00184; Lombardy/Milan/20121; Campania/Naples/80121; Piedmont/Turin/10121
  | 3269 TIM; 30722 Vodafone Italia; 12874 Fastweb; 1267 Wind Tre
ES | Madrid/Madrid/28001; Catalonia/Barcelona/08001; Andalusia/Seville/41001;
  Valencia/Valencia/46001
  | 3352 Telefónica; 12479 Orange España; 12430 Vodafone España
PT | Lisbon/Lisbon/1100; Porto/Porto/4000
  | 3243 MEO; 2860 NOS
SE | Stockholm/Stockholm/11120; Västra Götaland/Gothenburg/41103; Skåne/Malmö/21119
  | 3301 Telia; 1257 Tele2
NO | Oslo/Oslo/0150; Vestland/Bergen/5003
  | 2119 Telenor; 29695 Altibox
DK | Capital Region/Copenhagen/1050; Central Denmark/Aarhus/8000
  | 3292 TDC; 9158 Telenor Denmark
FI | Uusimaa/Helsinki/00100; Pirkanmaa/Tampere/33100
  | 719 Elisa; 16086 DNA
IS | Capital Region/Reykjavík/101; Northeastern Region/Akureyri/600
  | 6677 Síminn; 12969 Vodafone Iceland
PL | Masovia/Warsaw/00-001; Lesser Poland/Kraków/30-001; Lower Silesia/Wrocław/50-001;
  Łódź/Łódź/90-001
  | 5617 Orange Polska; 39603 Play; 12912 T-Mobile Polska
CZ | Prague/Prague/11000; South Moravia/Brno/60200
  | 5610 O2 Czech Republic; 16019 Vodafone Czech Republic
SK | Bratislava/Bratislava/81101; Košice/Košice/04001
  | 6855 Slovak Telekom; 15962 Orange Slovensko
HU | Budapest/Budapest/1051; Csongrád-Csanád/Szeged/6720
  | 5483 Magyar Telekom; 20845 DIGI
RO | Bucharest/Bucharest/010011; Cluj/Cluj-Napoca/400001
  | 8708 Digi Romania; 8953 Orange Romania
BG | Sofia City/Sofia/1000; Plovdiv/Plovdiv/4000
  | 8866 Vivacom; 12716 A1 Bulgaria
GR | Attica/Athens/10431; Central Macedonia/Thessaloniki/54622
  | 6799 OTE; 3329 Vodafone Greece
HR | Zagreb/Zagreb/10000; Split-Dalmatia/Split/21000
  | 5391 Hrvatski Telekom; 34594 A1 Hrvatska
RS | Belgrade/Belgrade/11000; Vojvodina/Novi Sad/21000
  | 8400 Telekom Srbija; 31042 SBB
UA | Kyiv/Kyiv/01001; Lviv/Lviv/79000; Odesa/Odesa/65000
  | 15895 Kyivstar; 6849 Ukrtelecom
RU | Moscow/Moscow/101000; Saint Petersburg/Saint Petersburg/190000;
  Novosibirsk/Novosibirsk/630000
  | 12389 Rostelecom; 8359 MTS; 3216 Beeline
TR | Istanbul/Istanbul/34000; Ankara/Ankara/06000; İzmir/İzmir/35000
  | 9121 Türk Telekom; 34984 Superonline
IL | Tel Aviv/Tel Aviv/6100000; Haifa/Haifa/3100000
  | 8551 Bezeq; 12400 Partner
AE | Dubai/Dubai/00000; Abu Dhabi/Abu Dhabi/00000
  | 5384 Etisalat; 15802 du
SA | Riyadh/Riyadh/11564; Makkah/Jeddah/21442
  | 39891 stc; 35819 Mobily
EG | Cairo/Cairo/11511; Alexandria/Alexandria/21500
  | 8452 TE Data; 36935 Vodafone Egypt
MA | Casablanca-Settat/Casablanca/20000; Rabat-Salé-Kénitra/Rabat/10000
  | 36903 Maroc Telecom; 36925 Orange Maroc
NG | Lagos/Lagos/100001; Federal Capital Territory/Abuja/900001
  | 29465 MTN Nigeria; 36873 Airtel Nigeria
KE | Nairobi/Nairobi/00100; Mombasa/Mombasa/80100
  | 33771 Safaricom; 36926 Airtel Kenya
ZA | Gauteng/Johannesburg/2001; Western Cape/Cape Town/8001
  | 5713 Telkom SA; 16637 MTN South Africa; 29975 Vodacom
IN | Maharashtra/Mumbai/400001; Delhi/New Delhi/110001; Karnataka/Bengaluru/560001; Tamil
  Nadu/Chennai/600001
  | 55836 Jio; 24560 Airtel; 9829 BSNL
PK | Sindh/Karachi/74000; Punjab/Lahore/54000
  | 17557 PTCL; 23674 Nayatel
TH | Bangkok/Bangkok/10100; Chiang Mai/Chiang Mai/50000
  | 7470 True Internet; 45758 3BB
VN | Hanoi/Hanoi/100000; Ho Chi Minh City/Ho Chi Minh City/700000; Da Nang/Da Nang/550000
  | 45899 VNPT; 7552 Viettel; 18403 FPT Telecom
MY | Kuala Lumpur/Kuala Lumpur/50000; Penang/George Town/10000
  | 4788 Telekom Malaysia; 9534 Maxis
SG | Singapore/Singapore/018956
  | 9506 Singtel; 4657 StarHub; 55430 StarHub Fibre
ID | Jakarta/Jakarta/10110; East Java/Surabaya/60119; West Java/Bandung/40111
  | 7713 Telkom Indonesia; 4761 Indosat
PH | Metro Manila/Manila/1000; Central Visayas/Cebu City/6000
  | 9299 PLDT; 4775 Globe Telecom
HK | Hong Kong/Hong Kong/999077
  | 4760 HKT; 9269 HKBN
TW | Taipei/Taipei/100; Kaohsiung/Kaohsiung/800; Taichung/Taichung/400
  | 3462 HiNet; 9924 Taiwan Fixed Network
JP | Tokyo/Tokyo/1000001+1500001; Osaka/Osaka/5300001; Aichi/Nagoya/4500002;
  Hokkaido/Sapporo/0600001
  | 4713 NTT OCN; 17676 SoftBank; 2516 KDDI
KR | Seoul/Seoul/04524; Busan/Busan/47545; Incheon/Incheon/21552
  | 4766 KT; 9318 SK Broadband; 17858 LG U+
AU | New South Wales/Sydney/2000; Victoria/Melbourne/3000; Queensland/Brisbane/4000; Western
  Australia/Perth/6000
  | 1221 Telstra; 4804 Optus; 7545 TPG
NZ | Auckland/Auckland/1010; Wellington/Wellington/6011
  | 4771 Spark; 9500 One NZ
`;
