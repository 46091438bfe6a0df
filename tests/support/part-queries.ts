/*
 * Searches for a part of a car, as people type them, with what they ask for: hand-written ones, and a generator of many more of the
 * form what + car.
 */

/** The makes and models of a yard, with the years it has of each. */
export const YARD: readonly (readonly [make: string, model: string, from: number, to: number])[] = [
  ["Honda", "Accord", 1998, 2018],
  ["Honda", "Civic", 1996, 2019],
  ["Honda", "CR-V", 2000, 2017],
  ["Honda", "Odyssey", 1999, 2016],
  ["Honda", "Pilot", 2003, 2015],
  ["Honda", "Fit", 2007, 2015],
  ["Honda", "Element", 2003, 2011],
  ["Toyota", "Camry", 1997, 2019],
  ["Toyota", "Camry Solara", 1999, 2008],
  ["Toyota", "Corolla", 1998, 2019],
  ["Toyota", "RAV4", 2001, 2018],
  ["Toyota", "Highlander", 2001, 2017],
  ["Toyota", "4Runner", 1996, 2016],
  ["Toyota", "Tacoma", 1996, 2018],
  ["Toyota", "Tundra", 2000, 2017],
  ["Toyota", "Sienna", 1998, 2017],
  ["Toyota", "Prius", 2001, 2017],
  ["Ford", "F-150", 1997, 2019],
  ["Ford", "F-250", 1999, 2017],
  ["Ford", "Explorer", 1996, 2018],
  ["Ford", "Escape", 2001, 2018],
  ["Ford", "Focus", 2000, 2018],
  ["Ford", "Fusion", 2006, 2018],
  ["Ford", "Mustang", 1994, 2018],
  ["Ford", "Taurus", 1996, 2016],
  ["Ford", "Ranger", 1995, 2011],
  ["Ford", "Edge", 2007, 2017],
  ["Ford", "Expedition", 1997, 2016],
  ["Ford", "Crown Victoria", 1998, 2011],
  ["Ford", "Transit Connect", 2010, 2017],
  ["Chevrolet", "Silverado 1500", 1999, 2018],
  ["Chevrolet", "Silverado 2500HD", 2001, 2016],
  ["Chevrolet", "Malibu", 1997, 2018],
  ["Chevrolet", "Impala", 2000, 2016],
  ["Chevrolet", "Cobalt", 2005, 2010],
  ["Chevrolet", "Cruze", 2011, 2018],
  ["Chevrolet", "Equinox", 2005, 2017],
  ["Chevrolet", "Tahoe", 1996, 2016],
  ["Chevrolet", "Suburban", 1996, 2016],
  ["Chevrolet", "Trailblazer", 2002, 2009],
  ["Chevrolet", "S-10", 1994, 2004],
  ["Chevrolet", "Monte Carlo", 2000, 2007],
  ["Chevrolet", "Spark", 2013, 2018],
  ["GMC", "Sierra 1500", 1999, 2018],
  ["GMC", "Acadia", 2007, 2016],
  ["GMC", "Yukon", 1996, 2016],
  ["Dodge", "Ram 1500", 1994, 2010],
  ["Ram", "1500", 2011, 2018],
  ["Dodge", "Grand Caravan", 1998, 2018],
  ["Dodge", "Caravan", 1998, 2007],
  ["Dodge", "Charger", 2006, 2018],
  ["Dodge", "Durango", 1998, 2016],
  ["Dodge", "Caliber", 2007, 2012],
  ["Dodge", "Journey", 2009, 2018],
  ["Chrysler", "300", 2005, 2018],
  ["Chrysler", "Town & Country", 1998, 2016],
  ["Chrysler", "PT Cruiser", 2001, 2010],
  ["Chrysler", "Sebring", 1999, 2010],
  ["Jeep", "Grand Cherokee", 1996, 2018],
  ["Jeep", "Cherokee", 1990, 2018],
  ["Jeep", "Wrangler", 1997, 2018],
  ["Jeep", "Liberty", 2002, 2012],
  ["Jeep", "Compass", 2007, 2017],
  ["Nissan", "Altima", 1998, 2018],
  ["Nissan", "Sentra", 1996, 2018],
  ["Nissan", "Maxima", 1996, 2018],
  ["Nissan", "Rogue", 2008, 2018],
  ["Nissan", "Pathfinder", 1996, 2017],
  ["Nissan", "Leaf", 2011, 2017],
  ["Hyundai", "Sonata", 1999, 2018],
  ["Hyundai", "Elantra", 1998, 2018],
  ["Hyundai", "Santa Fe", 2001, 2017],
  ["Kia", "Optima", 2001, 2018],
  ["Kia", "Sorento", 2003, 2017],
  ["Kia", "Soul", 2010, 2018],
  ["Volkswagen", "Jetta", 1999, 2017],
  ["Volkswagen", "Passat", 1998, 2016],
  ["Volkswagen", "Beetle", 1998, 2014],
  ["Subaru", "Outback", 2000, 2017],
  ["Subaru", "Forester", 1998, 2016],
  ["Subaru", "Impreza", 1998, 2016],
  ["Mazda", "Mazda3", 2004, 2017],
  ["Mazda", "CX-5", 2013, 2018],
  ["Mitsubishi", "Eclipse", 1995, 2011],
  ["BMW", "328i", 1998, 2016],
  ["BMW", "X5", 2000, 2014],
  ["Mercedes-Benz", "C300", 2008, 2016],
  ["Audi", "A4", 1998, 2016],
  ["Lexus", "RX350", 2007, 2016],
  ["Acura", "TL", 1999, 2014],
  ["Acura", "MDX", 2001, 2016],
  ["Infiniti", "G35", 2003, 2008],
  ["Cadillac", "CTS", 2003, 2014],
  ["Buick", "LeSabre", 1997, 2005],
  ["Pontiac", "Grand Am", 1996, 2005],
  ["Pontiac", "Grand Prix", 1997, 2008],
  ["Saturn", "Ion", 2003, 2007],
  ["Volvo", "S60", 2001, 2014],
  ["Mini", "Cooper", 2002, 2015],
  ["Lincoln", "Town Car", 1998, 2011],
  ["Land Rover", "Range Rover", 1999, 2014],
];

/** What people call a part, and the entries of the catalog that they may mean; a left and a right one are both right. */
export const PHRASES: readonly (readonly [entries: string, ...phrases: string[]])[] = [
  ["alternator", "alternator", "altenator", "alternater", "alternators", "generator"],
  ["starter", "starter", "starter motor", "startor"],
  ["engine-gas", "engine", "motor", "engine assembly", "complete engine"],
  [
    "transmission-automatic",
    "transmission",
    "trany",
    "tranny",
    "trans",
    "automatic transmission",
    "transmision",
  ],
  ["transmission-manual", "manual transmission", "5 speed transmission"],
  ["transfer-case", "transfer case", "tcase", "t-case"],
  ["radiator", "radiator", "radiater", "raditor"],
  ["ac-compressor", "ac compressor", "a/c compressor", "ac compresser", "air conditioning compressor"],
  ["ac-condenser", "ac condenser", "a/c condensor"],
  ["power-steering-pump", "power steering pump", "ps pump", "p/s pump"],
  ["steering-rack", "rack and pinion", "steering rack"],
  ["throttle-body", "throttle body", "throttlebody"],
  ["fuel-pump-assembly", "fuel pump", "gas pump"],
  ["fuel-tank", "gas tank", "fuel tank"],
  ["catalytic-converter", "catalytic converter", "cat converter", "catalitic convertor"],
  ["intake-manifold-upper", "intake manifold", "intake manafold"],
  ["turbocharger", "turbo", "turbocharger"],
  ["ecm", "ecm", "ecu", "pcm", "engine computer", "engine control module"],
  ["bcm", "bcm", "body control module"],
  ["abs-pump", "abs module", "abs pump"],
  ["cluster", "instrument cluster", "speedometer", "gauge cluster", "speedometer cluster"],
  ["radio-receiver", "radio", "stereo", "head unit"],
  ["blower-motor", "blower motor", "heater blower"],
  ["clock-spring", "clock spring", "clockspring"],
  ["steering-wheel", "steering wheel", "stering wheel"],
  ["steering-column", "steering column", "steering colum"],
  ["hood-panel", "hood"],
  ["trunk-lid", "trunk lid", "decklid", "deck lid", "trunk"],
  ["tailgate-truck", "tailgate", "tail gate"],
  ["liftgate", "liftgate", "hatch", "lift gate"],
  ["grille-upper", "grille", "grill"],
  ["bumper-cover-front", "front bumper", "front bumper cover", "frnt bumper", "bumper"],
  ["bumper-cover-rear", "rear bumper", "back bumper", "rear bumper cover"],
  ["fender-left", "left fender", "lh fender", "driver side fender", "drivers side fender", "fender left"],
  ["fender-right", "right fender", "rh fender", "passenger side fender", "pass side fender", "fender rh"],
  ["headlight-left", "left headlight", "driver side headlight", "lh headlamp", "headlight driver side"],
  [
    "headlight-right",
    "right headlight",
    "passenger side headlight",
    "passengers side head light",
    "rh headlight assembly",
  ],
  [
    "headlight-left headlight-right",
    "headlight",
    "headlamp",
    "headlights",
    "head light assembly",
    "headlite",
  ],
  [
    "tail-light-left",
    "left tail light",
    "tail light left",
    "lh taillight",
    "driver tail lamp",
    "taillight driver side",
  ],
  [
    "tail-light-right",
    "right tail light",
    "passenger tail light",
    "rh tail lamp",
    "tail light passenger side",
  ],
  ["tail-light-left tail-light-right", "tail light", "taillight", "tail lamp", "tailight"],
  ["fog-light-left fog-light-right", "fog light", "foglight", "fog lights"],
  [
    "side-mirror-left",
    "lh mirror",
    "left mirror",
    "driver side mirror",
    "drivers mirror",
    "left side mirror",
    "mirror left",
  ],
  [
    "side-mirror-right",
    "rh mirror",
    "right mirror",
    "passenger side mirror",
    "passenger mirror",
    "right side miror",
  ],
  ["side-mirror-left side-mirror-right", "mirror", "side mirror", "door mirror", "mirrors"],
  [
    "door-front-left",
    "left front door",
    "lf door",
    "driver door",
    "front left door",
    "drivers side front door",
  ],
  ["door-front-right", "right front door", "rf door", "passenger front door", "front door right"],
  [
    "door-rear-left",
    "left rear door",
    "lr door",
    "driver side rear door",
    "rear left door",
    "back door left side",
  ],
  ["door-rear-right", "rr door", "right rear door", "passenger side rear door", "rear door passenger side"],
  [
    "window-regulator-front-left",
    "lf window regulator",
    "left front window regulator",
    "driver window regulator",
  ],
  ["window-motor-front-right", "rf window motor", "right front window motor"],
  ["front-seat-left", "driver seat", "left front seat", "drivers seat"],
  ["quarter-panel-left", "left quarter panel", "lh quarter panel", "driver side quarter panel"],
  ["axle-assembly-rear", "rear end", "rear axle", "rear axle assembly"],
  ["differential-rear", "rear differential", "rear diff", "differential"],
  ["drive-shaft-rear", "driveshaft", "rear drive shaft", "drive shaft"],
  ["cv-axle-front-left", "lf cv axle", "left front axle shaft", "driver side front cv axle"],
  [
    "control-arm-front-lower-right",
    "right lower control arm",
    "rf lower control arm",
    "passenger side lower control arm",
  ],
  ["strut-front-left", "left front strut", "lf strut", "front strut driver side"],
  ["knuckle-front-right", "right front spindle", "rf knuckle", "right front knuckle"],
  ["hub-front-left", "left front hub", "lf wheel bearing", "front left wheel hub"],
  ["caliper-front-left", "left front caliper", "lf brake caliper", "front left caliper"],
  ["caliper-rear-right", "right rear caliper", "rr caliper", "rear brake caliper passenger side"],
  ["brake-booster", "brake booster", "power brake booster"],
  ["master-cylinder", "master cylinder", "brake master cylinder"],
  ["wheel-alloy", "wheel", "rim", "alloy wheel", "aluminum rim"],
  ["hubcap", "hubcap", "wheel cover"],
  ["wheel-donut", "spare tire", "donut"],
  ["windshield", "windshield", "front windshield"],
  ["back-glass", "back glass", "rear window", "rear glass"],
  ["wiper-motor-front", "wiper motor", "windshield wiper motor"],
  ["fuse-box", "fuse box", "fusebox"],
  ["battery", "battery"],
  ["ignition-coil", "ignition coil", "coil pack"],
  ["maf-sensor", "maf sensor", "mass air flow sensor", "maf"],
  ["oxygen-sensor", "o2 sensor", "oxygen sensor"],
  ["fuel-injector", "fuel injector", "injectors"],
  ["water-pump", "water pump"],
  ["radiator-fan", "radiator fan", "cooling fan"],
  ["coolant-reservoir", "coolant reservoir", "overflow bottle"],
  ["oil-pan", "oil pan"],
  ["valve-cover-left valve-cover-right", "valve cover"],
  ["cylinder-head-left cylinder-head-right", "cylinder head"],
  ["airbag-driver", "driver airbag", "steering wheel airbag"],
  ["console-front", "center console", "console"],
  ["glove-box", "glove box", "glovebox"],
  ["sun-visor-left", "left sun visor", "driver sun visor"],
  ["muffler", "muffler"],
  ["truck-bed", "truck bed", "bed", "pickup box"],
  ["leaf-spring-left leaf-spring-right", "leaf spring", "leaf springs"],
  ["subframe-front", "engine cradle", "front subframe"],
  ["core-support", "core support", "radiator support"],
  ["spark-plug-wires", "spark plug wires"],
  ["third-brake-light", "3rd brake light", "third brake light"],
  ["third-row-seat", "3rd row seat", "third row seat"],
  ["hybrid-battery", "hybrid battery"],
];

/** Other names of makes. */
const MAKE_NAMES: Readonly<Record<string, readonly string[]>> = {
  Chevrolet: ["chevy", "chevrolet", "chev"],
  Volkswagen: ["vw", "volkswagen", "volkswagon"],
  "Mercedes-Benz": ["mercedes", "benz", "mercedes benz"],
  Cadillac: ["caddy", "cadillac", "cadilac"],
  Toyota: ["toyota", "yota", "toyta"],
  Mitsubishi: ["mitsubishi", "mitsu"],
  Subaru: ["subaru", "suburu"],
  Hyundai: ["hyundai", "hyundia"],
  Nissan: ["nissan", "nisan"],
};

/** Other spellings of models. */
const MODEL_NAMES: Readonly<Record<string, readonly string[]>> = {
  Accord: ["accord", "acord"],
  Camry: ["camry", "camery"],
  Corolla: ["corolla", "corola"],
  "CR-V": ["crv", "cr-v", "cr v"],
  RAV4: ["rav4", "rav 4"],
  "F-150": ["f150", "f-150", "f 150"],
  "F-250": ["f250", "f-250"],
  "Silverado 1500": ["silverado 1500", "silverado1500", "silvarado 1500"],
  "Silverado 2500HD": ["silverado 2500hd", "silverado 2500"],
  Malibu: ["malibu", "malibou"],
  Trailblazer: ["trailblazer", "trail blazer"],
  "S-10": ["s10", "s-10", "s 10"],
  "Grand Caravan": ["grand caravan", "grandcaravan"],
  "Town & Country": ["town and country", "town & country", "town country"],
  Altima: ["altima", "altma"],
  Odyssey: ["odyssey", "odessey"],
  Explorer: ["explorer", "exploer"],
  Mazda3: ["mazda3", "mazda 3"],
  "CX-5": ["cx5", "cx-5", "cx 5"],
  "328i": ["328i", "328"],
  RX350: ["rx350", "rx 350"],
  G35: ["g35", "g 35"],
  "Crown Victoria": ["crown victoria", "crown vic"],
  Wrangler: ["wrangler", "wrangeler"],
};

/** A search, and what it asks for. */
export interface WantedPart {
  q: string;
  entries: string[];
  make: string;
  model: string;
  year: number;
  /** The last of several years, any of which is right. */
  yearTo?: number;
}

/**
 * Searches as strangers type them, with what they ask for: the entries, of which the first is on the shelf, the make and model as a
 * yard writes them, and the year or years.
 */
export const TYPED_QUERIES: readonly WantedPart[] = `
  2010 honda acord altanator | alternator | Honda | Accord | 2010
  alt 08 altima | alternator | Nissan | Altima | 2008
  '09 civic starter | starter | Honda | Civic | 2009
  trans for a 2006 chevy silverado | transmission-automatic | Chevrolet | Silverado 1500 | 2006
  ac comp 2012 camry | ac-compressor | Toyota | Camry | 2012
  e150 3.5 eco boost turbo | turbocharger | Ford | E-150 | 2013
  f150 3.5 ecoboost turbo 2014 | turbocharger | Ford | F-150 | 2014
  f-250 super duty tailgate 2011 | tailgate-truck | Ford | F-250 | 2011
  f250 superduty rear axle 08 | axle-assembly-rear | Ford | F-250 | 2008
  mazda 3 rear bumper 2012 | bumper-cover-rear | Mazda | Mazda3 | 2012
  mazda3 2010 passenger headlight | headlight-right | Mazda | Mazda3 | 2010
  300c hood 2007 | hood-panel | Chrysler | 300 | 2007
  chrysler 300 driver side mirror 2012 | side-mirror-left | Chrysler | 300 | 2012
  crv rear hatch 2008 | liftgate | Honda | CR-V | 2008
  honda cr v wheels 2014 | wheel-alloy | Honda | CR-V | 2014
  2005 tahoe instrument clustor | cluster | Chevrolet | Tahoe | 2005
  gauge cluster silverado 04 | cluster | Chevrolet | Silverado 1500 | 2004
  speedometer for 2003 suburban | cluster | Chevrolet | Suburban | 2003
  08-12 accord tail light drivers side | tail-light-left | Honda | Accord | 2008-2012
  2011-2014 mustang driver seat | front-seat-left | Ford | Mustang | 2011-2014
  rh headlamp 2013 fusion | headlight-right | Ford | Fusion | 2013
  lh fender 2015 malibu | fender-left | Chevrolet | Malibu | 2015
  pass front door 2007 impala | door-front-right | Chevrolet | Impala | 2007
  driver rear door 2010 equinox | door-rear-left | Chevrolet | Equinox | 2010
  left front spindle 2009 f150 | knuckle-front-left | Ford | F-150 | 2009
  passenger rear window motor 2006 explorer | window-motor-rear-right | Ford | Explorer | 2006
  window regulater front left jetta 2012 | window-regulator-front-left | Volkswagen | Jetta | 2012
  vw jetta ecu 2009 | ecm | Volkswagen | Jetta | 2009
  computer for 2002 dodge ram 1500 | ecm | Dodge | Ram 1500 | 2002
  pcm 1999 jeep grand cherokee | ecm | Jeep | Grand Cherokee | 1999
  tipm 2008 grand caravan | tipm | Dodge | Grand Caravan | 2008
  town and country sliding door left 2009 | sliding-door-left | Chrysler | Town & Country | 2009
  pt crusier radiator | radiator | Chrysler | PT Cruiser | 2001-2010
  cooling fan 2011 chevy cruze | radiator-fan | Chevrolet | Cruze | 2011
  2014 jeep cherokee transfer case motor | transfer-motor | Jeep | Cherokee | 2014
  wrangler hard top 2010 | hardtop | Jeep | Wrangler | 2010
  jeep wrangler soft top 2008 | convertible-top | Jeep | Wrangler | 2008
  catalitic converter 2007 prius | catalytic-converter | Toyota | Prius | 2007
  prius hybrid battery 2010 | hybrid-battery | Toyota | Prius | 2010
  2012 nissan leaf charger | onboard-charger charge-cable charge-port | Nissan | Leaf | 2012
  rear leaf springs 2003 ranger | leaf-spring-left leaf-spring-right | Ford | Ranger | 2003
  rims 2016 charger | wheel-alloy | Dodge | Charger | 2016
  steel rim 2006 cobalt | wheel-steel | Chevrolet | Cobalt | 2006
  hub caps 2009 corolla | hubcap | Toyota | Corolla | 2009
  spare tire 2013 sentra | wheel-donut | Nissan | Sentra | 2013
  catalytic rx350 2008 lexus | catalytic-converter | Lexus | RX350 | 2008
  rx 350 power lift gate motor 2010 | trunk-motor | Lexus | RX350 | 2010
  bmw 328 i valve cover 2009 | valve-cover-single | BMW | 328i | 2009
  bmw 328i water pump 2011 | water-pump | BMW | 328i | 2011
  x5 tail lamp passenger 2008 bmw | tail-light-right | BMW | X5 | 2008
  mercedes c300 headlight driver 2012 | headlight-left | Mercedes-Benz | C300 | 2012
  benz c 300 grill 2010 | grille-upper | Mercedes-Benz | C300 | 2010
  audi a4 radio 2012 | radio-receiver | Audi | A4 | 2012
  stereo 2013 hyundai sonata | radio-receiver | Hyundai | Sonata | 2013
  hundai elantra front bumper 2014 | bumper-cover-front | Hyundai | Elantra | 2014
  sante fe fuel pump 2008 | fuel-pump-assembly | Hyundai | Santa Fe | 2008
  kia soul engine 2014 | engine-gas | Kia | Soul | 2014
  optima motor 2.4 2013 | engine-gas | Kia | Optima | 2013
  2.4 engine 2012 sorrento | engine-gas | Kia | Sorento | 2012
  subaru outbak head gasket set 2005 | head-gasket | Subaru | Outback | 2005
  forrester rear strut left 2010 | strut-rear-left | Subaru | Forester | 2010
  outback cvt 2013 | transmission-cvt | Subaru | Outback | 2013
  altima cvt transmission 2010 | transmission-cvt | Nissan | Altima | 2010
  5 spd trans 2004 civic | transmission-manual | Honda | Civic | 2004
  manual tranny mustang gt 2006 | transmission-manual | Ford | Mustang | 2006
  volvo s60 headlite left 2012 | headlight-left | Volvo | S60 | 2012
  mini cooper door mirror right 2009 | side-mirror-right | Mini | Cooper | 2009
  grand am power steering pump 2003 | power-steering-pump | Pontiac | Grand Am | 2003
  grand prix intake manifold 2004 3.8 | intake-manifold-upper intake-manifold-lower | Pontiac | Grand Prix | 2004
  lesabre a/c compresor 2002 | ac-compressor | Buick | LeSabre | 2002
  le sabre blower motor 2000 | blower-motor | Buick | LeSabre | 2000
  crown vic wheel 2008 | wheel-alloy wheel-steel | Ford | Crown Victoria | 2008
  town car air compressor 2005 | air-compressor | Lincoln | Town Car | 2005
  transit connect sliding door pass 2013 | sliding-door-right | Ford | Transit Connect | 2013
  range rover air strut front lh 2010 | air-strut-front-left | Land Rover | Range Rover | 2010
  g35 driveshaft 2006 | drive-shaft-rear | Infiniti | G35 | 2006
  acura tl cv axle front left 2008 | cv-axle-front-left | Acura | TL | 2008
  mdx 3rd row seat 2012 | third-row-seat | Acura | MDX | 2012
  cadillac cts differential 2009 | differential-rear | Cadillac | CTS | 2009
  eclipse throtle body 2007 | throttle-body | Mitsubishi | Eclipse | 2007
  s10 bed 2001 | truck-bed | Chevrolet | S-10 | 2001
  s-10 pickup tail gate 1998 | tailgate-truck | Chevrolet | S-10 | 1998
  chev 1500 silverado cab 2010 | truck-cab | Chevrolet | Silverado 1500 | 2010
  silverado 2500 hd leaf spring 2008 left | leaf-spring-left | Chevrolet | Silverado 2500HD | 2008
  gmc sierra mirror tow right 2012 | tow-mirror-right | GMC | Sierra 1500 | 2012
  yukon third row 2011 | third-row-seat | GMC | Yukon | 2011
  acadia wiper moter 2010 | wiper-motor-front | GMC | Acadia | 2010
  ram 1500 front drive shaft 2014 | drive-shaft-front | Ram | 1500 | 2014
  2015 ram step bumper | bumper-steel-rear | Ram | 1500 | 2015
  durango rear diff 2012 | differential-rear | Dodge | Durango | 2012
  caliber clock spring 2009 | clock-spring | Dodge | Caliber | 2009
  steering wheel airbag 2010 journey | airbag-driver | Dodge | Journey | 2010
  knee air bag 2013 camry driver | airbag-knee-left | Toyota | Camry | 2013
  tacoma front diff 2009 | differential-front | Toyota | Tacoma | 2009
  4 runner lower control arm right front 2006 | control-arm-front-lower-right | Toyota | 4Runner | 2006
  4runner roof rack 2012 | roof-rail-left roof-rail-right roof-crossbar | Toyota | 4Runner | 2012
  rav 4 spare wheel 2007 | wheel-spare wheel-donut | Toyota | RAV4 | 2007
  tundra wheel hub front passenger 2010 | hub-front-right | Toyota | Tundra | 2010
  highlander abs unit 2009 | abs-pump | Toyota | Highlander | 2009
  sienna power sliding door motor rh 2011 | sliding-door-motor-right | Toyota | Sienna | 2011
  odyssey brake caliper front lh 2012 | caliper-front-left | Honda | Odyssey | 2012
  pilot radiator support 2010 | core-support | Honda | Pilot | 2010
  honda fit back glass 2009 | back-glass liftgate-glass | Honda | Fit | 2009
  element heater blower 2005 | blower-motor | Honda | Element | 2005
  escape eps steering column 2010 | steering-column | Ford | Escape | 2010
  explorer trany 2013 | transmission-automatic | Ford | Explorer | 2013
  edge lift gate 2012 | liftgate | Ford | Edge | 2012
  expedition fusebox 2008 | fuse-box interior-fuse-box | Ford | Expedition | 2008
  taurus passanger mirror 2013 | side-mirror-right | Ford | Taurus | 2013
  focus shifter cable 2012 | shift-cable | Ford | Focus | 2012
  passat coil pack 2010 | ignition-coil | Volkswagen | Passat | 2010
  new beetle sun roof glass 2003 | sunroof-glass | Volkswagen | Beetle | 2003
  impreza wrx turbo 2008 | turbocharger | Subaru | Impreza | 2008
  cx5 back up camera 2015 | camera-rear | Mazda | CX-5 | 2015
  cx-5 a/c condensor 2014 | ac-condenser | Mazda | CX-5 | 2014
  maxima key fob 2010 | key-fob | Nissan | Maxima | 2010
  rogue engine mount 2011 | engine-mount-front engine-mount-rear engine-mount-left engine-mount-right torque-mount | Nissan | Rogue | 2011
  pathfinder gas tank 2006 | fuel-tank | Nissan | Pathfinder | 2006
  2009 honda civic alternador | alternator | Honda | Civic | 2009
  puerta delantera izquierda camry 2010 | door-front-left | Toyota | Camry | 2010
  faro derecho corolla 2011 | headlight-right | Toyota | Corolla | 2011
  motor de arranque tacoma 2008 | starter | Toyota | Tacoma | 2008
  2D4RN6DX5AR939562 alternator | alternator | Dodge | Grand Caravan | 2010
  starter 2G1FB3D37E9218789 | starter | Chevrolet | Camaro | 2014
  left mirror for vin 5FRYD3H26GB020813 | side-mirror-left | Acura | MDX | 2016
  5.7 hemi engine 2012 ram 1500 | engine-gas | Ram | 1500 | 2012
  used motor 2.5 liter 2011 altima s sedan | engine-gas | Nissan | Altima | 2011
  duramax injection pump 2006 silverado 2500 | injection-pump | Chevrolet | Silverado 2500 | 2006
  6.0 powerstroke turbo 2005 f250 | turbocharger | Ford | F-250 Super Duty | 2005
  f350 super duty 2012 rear bumper chrome | bumper-steel-rear | Ford | F-350 Super Duty | 2012
  f-250 tailgate 2015 white | tailgate-truck | Ford | F-250 Super Duty | 2015
  2008 ford e-250 van driver door | door-front-left | Ford | E-250 | 2008
  econoline passenger mirror 2011 | side-mirror-right | Ford | Econoline | 2011
  transit 250 windshield 2016 | windshield | Ford | Transit-250 | 2016
  2017 silverado front bumper black | bumper-cover-front bumper-steel-front | Chevrolet | Silverado | 2017
  silverado 1500 lt 4x4 transfer case 2011 | transfer-case | Chevrolet | Silverado | 2011
  sierra 1500 transmission 6 speed auto 2014 | transmission-automatic | GMC | Sierra | 2014
  bmw 328i alternator 2011 | alternator | BMW | 3 Series | 2011
  335i turbos 2009 | turbocharger | BMW | 3 Series | 2009
  bmw 528i headlight left xenon 2012 | headlight-left | BMW | 5 Series | 2012
  mercedes c300 rear bumper 2013 | bumper-cover-rear | Mercedes-Benz | C-Class | 2013
  e350 mercedes radiator 2010 | radiator | Mercedes-Benz | E-Class | 2010
  ml350 door passenger rear 2009 | door-rear-right | Mercedes-Benz | M-Class | 2009
  lexus rx 350 headlight passenger 2013 | headlight-right | Lexus | RX | 2013
  lexus es350 alternator 2009 | alternator | Lexus | ES | 2009
  lexus is250 wheel 2008 | wheel-alloy | Lexus | IS 250 | 2008
  infiniti g37 coupe trunk lid 2010 | trunk-lid | Infiniti | G37 | 2010
  acura tl type s seats 2007 | front-seat-left front-seat-right | Acura | TL | 2007
  mazda 6 abs module 2010 | abs-pump abs-module | Mazda | Mazda6 | 2010
  mazda cx 9 transfer case 2011 | transfer-case power-takeoff | Mazda | CX-9 | 2011
  mazda3 ignition coils 2014 | ignition-coil | Mazda | 3 | 2014
  scion tc hood 2011 | hood-panel | Scion | tC | 2011
  scion xb bumper 2009 front | bumper-cover-front | Scion | xB | 2009
  vw gti turbo 2010 | turbocharger | Volkswagen | GTI | 2010
  golf door glass front right 2013 | door-window-front-right | Volkswagen | Golf | 2013
  touareg air suspension compressor 2008 | air-compressor | Volkswagen | Touareg | 2008
  subaru legacy catalytic converter 2012 | catalytic-converter | Subaru | Legacy | 2012
  crosstrek roof rails 2015 | roof-rail-left roof-rail-right | Subaru | XV Crosstrek | 2015
  wrx sti turbo 2011 | turbocharger | Subaru | WRX | 2011
  jeep jk hardtop 2012 4 door | hardtop | Jeep | Wrangler | 2012
  grand cherokee laredo blower motor resistor 2007 | blower-resistor | Jeep | Grand Cherokee | 2007
  patriot 2.4 transmission cvt 2011 | transmission-cvt | Jeep | Patriot | 2011
  commander transfer case 2008 | transfer-case | Jeep | Commander | 2008
  dodge dakota gas tank 2003 | fuel-tank | Dodge | Dakota | 2003
  avenger headlights 2012 | headlight-left headlight-right | Dodge | Avenger | 2012
  ram 2500 cummins engine 2010 | engine-diesel | Ram | 2500 | 2010
  dodge ram 1500 quad cab rear door left 2008 | door-rear-left | Dodge | Ram 1500 | 2008
  chrysler 200 rear quarter glass left 2013 | quarter-glass-left | Chrysler | 200 | 2013
  pacifica 2005 cluster | cluster | Chrysler | Pacifica | 2005
  trailblazer ss throttle body 07 | throttle-body | Chevrolet | Trailblazer | 2007
  hhr ignition cylinder 2008 | ignition-cylinder | Chevrolet | HHR | 2008
  chevy express 2500 sliding door 2010 | sliding-door-right sliding-door-left | Chevrolet | Express | 2010
  colorado tail light rt 2012 | tail-light-right | Chevrolet | Colorado | 2012
  avalanche bed cover 2007 | tonneau-cover | Chevrolet | Avalanche | 2007
  corvette targa top 2002 | hardtop roof-panel | Chevrolet | Corvette | 2002
  camaro ss rear diff 2011 | differential-rear | Chevrolet | Camaro | 2011
  2013 sonic turbo 1.4 | turbocharger | Chevrolet | Sonic | 2013
  uplander sliding door motor passenger side 2006 | sliding-door-motor-right | Chevrolet | Uplander | 2006
  saturn vue 3.5 v6 transmission 2005 | transmission-automatic | Saturn | Vue | 2005
  pontiac g6 electric steering motor 2008 | steering-motor | Pontiac | G6 | 2008
  vibe rear hub 2009 | hub-rear-left hub-rear-right | Pontiac | Vibe | 2009
  buick enclave 3rd seat 2010 | third-row-seat | Buick | Enclave | 2010
  cadillac srx head light driver side hid 2012 | headlight-left | Cadillac | SRX | 2012
  escalade running board left power 2010 | running-board-left | Cadillac | Escalade | 2010
  navigator air ride compressor 2008 | air-compressor | Lincoln | Navigator | 2008
  mkx lift gate 2012 | liftgate | Lincoln | MKX | 2012
  mercury grand marquis intake 2004 | intake-manifold-upper intake-manifold-lower | Mercury | Grand Marquis | 2004
  mariner hybrid battery 2009 | hybrid-battery | Mercury | Mariner | 2009
  volvo xc90 haldex differential rear 2007 | differential-rear | Volvo | XC90 | 2007
  saab 9-3 convertible top motor 2006 | convertible-motor | Saab | 9-3 | 2006
  fiat 500 gearbox manual 2013 | transmission-manual | Fiat | 500 | 2013
  smart fortwo rear glass 2009 | back-glass liftgate-glass | Smart | Fortwo | 2009
  land rover lr3 air pump suspension 2006 | air-compressor | Land Rover | LR3 | 2006
  porsche cayenne drive shaft 2006 | drive-shaft-rear drive-shaft-front | Porsche | Cayenne | 2006
  suzuki xl7 starter 2007 | starter | Suzuki | XL-7 | 2007
  isuzu npr mirror left 2009 | side-mirror-left | Isuzu | NPR | 2009
  tesla model 3 front drive motor 2019 | drive-motor | Tesla | Model 3 | 2019
  nissan murano fuel pump 05 | fuel-pump-assembly | Nissan | Murano | 2005
  versa note hatch 2014 | liftgate | Nissan | Versa Note | 2014
  frontier crew cab bed 6ft 2010 | truck-bed | Nissan | Frontier | 2010
  armada rear ac 2008 | ac-evaporator blower-rear | Nissan | Armada | 2008
  titan manifold exhaust driver 2006 | exhaust-manifold-left | Nissan | Titan | 2006
  quest sliding door driver 2012 | sliding-door-left | Nissan | Quest | 2012
  xterra radiator w/ trans cooler 2008 | radiator | Nissan | Xterra | 2008
  avalon strut assembly rear passenger 2011 | strut-rear-right | Toyota | Avalon | 2011
  matrix 5 speed manual trans 2005 | transmission-manual | Toyota | Matrix | 2005
  yaris hatchback hood 2009 | hood-panel | Toyota | Yaris | 2009
  fj cruiser spare tire carrier 2010 | spare-carrier | Toyota | FJ Cruiser | 2010
  sequoia third row seat 2012 | third-row-seat | Toyota | Sequoia | 2012
  land cruiser locking diff rear 2000 | differential-rear | Toyota | Land Cruiser | 2000
  veloster gt dual clutch 2013 | transmission-dct | Hyundai | Veloster | 2013
  tucson steering coupler 2011 | steering-shaft | Hyundai | Tucson | 2011
  genesis sedan radar 2012 | radar-sensor | Hyundai | Genesis | 2012
  sedona power window switch driver 2008 | window-switch-master | Kia | Sedona | 2008
  kia forte 5 hatch glass 2014 | liftgate-glass back-glass | Kia | Forte | 2014
  rio catalytic 2013 | catalytic-converter | Kia | Rio | 2013
  ridgeline bed trunk lid 2008 | trunk-lid | Honda | Ridgeline | 2008
  insight imq battery 2010 | hybrid-battery | Honda | Insight | 2010
  s2000 soft top 2004 | convertible-top | Honda | S2000 | 2004
  hr-v tail light 2017 left | tail-light-left | Honda | HR-V | 2017
  civic si 6 speed transmission 2009 | transmission-manual | Honda | Civic | 2009
  how much for a left axle 06 corolla | cv-axle-front-left | Toyota | Corolla | 2006
  looking for drivers side tail light 2009 scion xd | tail-light-left | Scion | xD | 2009
  do you have a rear bumper for a 2016 rogue | bumper-cover-rear | Nissan | Rogue | 2016
  price on 2014 fusion front clip | front-clip | Ford | Fusion | 2014
`
  .trim()
  .split("\n")
  .map((line) => {
    const [q = "", entries = "", make = "", model = "", years = ""] = line
      .split("|")
      .map((cell) => cell.trim());
    const [year = 0, yearTo = year] = years.split("-").map(Number);
    return { q, entries: entries.split(" "), make, model, year, yearTo };
  });

/** Cars as yards and VIN decoders write them, and how people type each: mistyped, and with or without hyphens and spaces. */
export const SPELLINGS = `
  Toyota | Camry = toyota camary, toyoda camry, toyata camry, tyota camery, toyota camery, camrey, toyta camry
  Chevrolet | Malibu = chevorlet malibu, chevrolette malibu, cheverolet maliboo, chevy malabu
  Volkswagen | Jetta = volkswagon jeta, volkswagen jetta, vw jeta
  Mitsubishi | Lancer = mitsubshi lancer, mitsubishi lanser
  Hyundai | Elantra = hundai elantra, hyundia elentra, hyunday elantra
  Nissan | Altima = nissian altima, nisan altma
  Subaru | Forester = suburu forrester, subaru foresta
  Mercedes-Benz | C 300 = mercades c300, mercedez c 300, benz c-300
  INFINITI | G35 = infinity g 35, infinti g35, g-35
  Cadillac | Escalade = cadilac escalade, caddilac escelade
  Chrysler | 300 = crysler 300, chrystler 300
  Chrysler | Town & Country = chrystler town and country, town & country
  Jeep | Grand Cherokee = jeep grand cheroke, jeep grand cherokkee
  Acura | MDX = accura mdx
  Honda | Odyssey = hoda odyssey, honda oddysey
  Honda | Accord = honda acord, hnoda accord
  Kia | Sorento = kia sorrento
  Ford | Explorer = ford exploror, ford explore
  Pontiac | G6 = pontic g6
  Nissan | Pathfinder = nissan pathfindr
  Ford | F350 = f 350 super duty, f-350 super duty, f350, f 350 superduty, ford f-350
  FORD | F-250 SUPER DUTY = ford f 250 super duty, f250, f-250, f250 superduty
  FORD | F150 PICKUP; Ford | F-150 SuperCrew 4x4 = f-150, f 150, f150 pickup, ford pickup f150, ford f150 truck
  FORD | E-350 = e350, e 350 van, ford e-350
  RAM | 1500 PICKUP; DODGE | 1500; Ram | 1500; Dodge | Ram 1500 = ram 1500, ram 1500 pickup, dodge ram 1500, ram1500, ram-1500
  RAM | 2500; DODGE | RAM 2500 PICKUP = ram 2500, dodge 2500, ram 2500 hd
  CHEVROLET | SILVERADO 1500 PICKUP; Chevrolet | Truck-Silverado K1500 = silverado 1500, chevy 1500, silverado k1500, chevy silverado 1500 pickup
  Chevrolet | Silverado 2500 HD = silverado 2500hd, silverado 2500 hd, silverado 2500
  GMC | SIERRA C1500 = gmc sierra 1500, sierra 1500 truck
  GMC | Sierra 2500HD = sierra 2500 hd, gmc sierra 2500
  CHEVROLET | S10 PICKUP = s 10, s-10 pickup, s10
  Toyota | TUNDRA PICKUP = tundra, toyota tundra pickup
  TOYOTA | TACOMA DOUBLE CAB = toyota tacoma, tacoma pickup
  Nissan | FRONTIER CREW CAB = nissan frontier
  Ford | Ranger = ranger pickup, ford ranger truck
  Mazda | CX-5 = cx 5, cx5, mazda cx-5
  Honda | CR-V = cr v, crv, honda cr-v
  Toyota | RAV4 = rav 4, rav-4
  BMW | X5 = x 5, bmw x-5
  BMW | 328i = 328 i, bmw 328
  Lexus | RX 350 = rx350, rx-350
  Volvo | XC90 = xc 90, xc-90
  Chevrolet | Express 2500 Van = express 2500, chevy express van
  Toyota | 4Runner = 4 runner, 4-runner
  DODGE | RAM VAN 1500 = ram van, dodge ram van 1500
  CHEVROLET | Camaro = chevy camero
`
  .trim()
  .split("\n")
  .map((line) => {
    const [cars = "", queries = ""] = line.split(" = ");
    return {
      cars: cars.split(";").map((car) => {
        const [make = "", model = ""] = car.split("|").map((name) => name.trim());
        return { make, model };
      }),
      queries: queries.split(",").map((q) => q.trim()),
    };
  });

/** Searches of the form what + car, in other words and orders every time; the same ones for the same seed. */
export function generateQueries(count: number, seed: number): WantedPart[] {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: count }, () => {
    const [make, model, from, to] = pick(YARD);
    const [entries, ...phrases] = pick(PHRASES);
    const year = from + Math.floor(random() * (to - from + 1));
    const short = String(year).slice(2);
    const years = [`${year}`, `${year}`, `${year}`, `'${short}`, short];
    const makes = MAKE_NAMES[make] ?? [make.toLowerCase()];
    const models = MODEL_NAMES[model] ?? [model.toLowerCase()];
    const what = pick(phrases);
    const y = pick(years);
    const m = pick(makes);
    const o = pick(models);
    const q = pick([
      `${y} ${o} ${what}`,
      `${y} ${m} ${o} ${what}`,
      `${what} ${m} ${o} ${y}`,
      `${what} ${o} ${y}`,
      `${what} for ${y} ${m} ${o}`,
      `${m} ${o} ${y} ${what}`,
      `${m} ${o} ${what} ${y}`,
      `${o} ${what} ${y}`,
      `need a ${what} for my ${y} ${o}`,
      `${what}, ${y} ${m} ${o}`,
      `${what.toUpperCase()} ${y} ${m.toUpperCase()} ${o.toUpperCase()}`,
    ]);
    return { q, entries: entries.split(" "), make, model, year };
  });
}

/** A small generator of numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
