/*
 * The words that people search vehicles with, besides those in a vehicle's own fields: other names of makes, body styles,
 * and what they call a drive type, a fuel or a color.
 */

/** Phrases of several words, and the one word that stands for each. Applied to folded text. */
export const PHRASES: readonly (readonly [phrase: RegExp, word: string])[] = [
  [/\b(?:4|four)[ -]?wheel[ -]?drive\b|\b4[ -]?wd\b|\b4 ?x ?4s?\b|\bfour by four\b/g, "4wd"],
  [/\ball[ -]?wheel[ -]?drive\b/g, "awd"],
  [/\bfront[ -]?wheel[ -]?drive\b/g, "fwd"],
  [/\brear[ -]?wheel[ -]?drive\b/g, "rwd"],
  [/\bpick[ -]?ups?\b/g, "pickup"],
  [/\bmini[ -]?vans?\b/g, "minivan"],
  [/\b(?:sport[ -]utility(?: vehicles?)?|sport utes?)\b/g, "suv"],
  [/\b(?:station|estate) wagons?\b/g, "wagon"],
  [/\b(?:soft|drop|rag)[ -]?tops?\b/g, "convertible"],
  [/\b(?:2|two)[ -]?(?:doors?|drs?)\b/g, "coupe"],
  [/\b(?:4|four)[ -]?(?:doors?|drs?)\b/g, "sedan"],
  [/\ba\/c\b/g, "ac"],
  [/\blow (?:mileage|miles)\b/g, " "],
  [/\b(?:third|3rd)(?=[ -]?row)/g, "three"],
  [/\bplug[ -]in\b/g, "plugin"],
  [/\brange rovers?\b/g, "rangerover"],
  [/\bsuper[ -]?dut(?:y|ies)\b/g, "superduty"],
  // Not told apart, because yards write a 2500HD as a 2500, too, and VIN decoders a Silverado 1500 as a Silverado K1500.
  [/\b([1-5]500)[ -]?hd\b/g, "$1"],
  [/\b(silverado|sierra) [ck]-?(?=[1-3]500\b)/g, "$1 "],
  [/\bstick[ -]?shift\b|\b[56][ -]speed\b/g, "manual"],
  [/\b(?:4|four)[ -]?cyl(?:inders?)?\b/g, "4cylinder"],
  [/\b(?:6|six)[ -]?cyl(?:inders?)?\b/g, "6cylinder"],
  [/\b(?:8|eight)[ -]?cyl(?:inders?)?\b/g, "8cylinder"],
];

/** Cabs, which say nothing about a truck's model. */
export const CABS =
  /\b(?:crew|quad|king|mega|double|access|regular|reg|standard|extended|ext|single)[ -]?cab\b|\bcrew ?max\b|\bsuper ?(?:crew|cab)\b/g;

/** Other words for a word of a vehicle's search text. */
export const ALIASES: Readonly<Record<string, string>> = {
  ...named("chevrolet", "chevy chevys chevies chev chevie"),
  ...named("volkswagen", "vw vws vdub volks"),
  ...named("mercedes", "benz merc mercs mb"),
  ...named("bmw", "beemer beamer bimmer"),
  ...named("cadillac", "caddy caddie"),
  ...named("infiniti", "infinity"),
  ...named("subaru", "subie subi"),
  ...named("mitsubishi", "mitsu"),
  ...named("oldsmobile", "olds"),
  ...named("jaguar", "jag jags"),
  ...named("toyota", "yota"),
  ...named("corvette", "vette"),
  ...named("mustang", "stang"),
  ...named("wagoneer", "waggoneer"),
  ...named("victoria", "vic"),
  ...named("truck", "trucks ute"),
  ...named("suv", "suvs"),
  ...named("crossover", "crossovers cuv cuvs"),
  ...named("sedan", "sedans saloon saloons"),
  ...named("coupe", "coupes"),
  ...named("wagon", "wagons estate"),
  ...named("van", "vans"),
  ...named("hatchback", "hatch hatchbacks liftback"),
  ...named("convertible", "convertibles cabrio cabriolet roadster roadsters ragtop"),
  ...named("motorcycle", "motorcycles motorbike bike bikes"),
  ...named("electric", "ev evs electrics"),
  ...named("hybrid", "hybrids"),
  ...named("plugin", "phev"),
  ...named("gasoline", "gas petrol"),
  ...named("diesel", "diesels tdi duramax cummins powerstroke"),
  ...named("automatic", "auto automatics"),
  ...named("manual", "stick manuals"),
  ...named("gray", "grey"),
  ...named("sunroof", "moonroof"),
  ...named("navigation", "gps"),
};

/** Words that a search for a body, a drive type, a fuel or a transmission comes down to. */
export const KIND_WORDS = new Set(
  "pickup truck suv crossover sedan coupe wagon minivan van hatchback convertible motorcycle 4wd awd fwd rwd electric hybrid plugin gasoline diesel automatic manual cvt 4cylinder 6cylinder 8cylinder".split(
    " ",
  ),
);

/** Matched as whole words, since "silver" is no Silverado. */
export const COLORS = new Set(
  "black white silver gray red blue green gold tan beige brown orange yellow purple maroon burgundy bronze".split(
    " ",
  ),
);

/** Words that say nothing about a vehicle. A search of only these finds every vehicle. */
export const FILLERS = new Set(
  "a an the and or of for in on with to from my our your i me we you is are need needs want wanted looking look find buy get got any some have has do there please used preowned pre owned car cars vehicle vehicles automobile sale sell selling near cheap good year model make part parts".split(
    " ",
  ),
);

/** vPIC's body classes, by how they begin, with the words that people use. */
const BODY_CLASS_WORDS: readonly (readonly [start: string, words: string])[] = [
  ["Pickup", "pickup truck"],
  ["Truck", "truck"],
  ["Incomplete - Chassis Cab", "truck"],
  ["Sport Utility Truck", "pickup truck suv"],
  ["Sport Utility Vehicle", "suv"],
  ["Crossover", "suv crossover"],
  ["Minivan", "minivan van"],
  ["Van", "van"],
  ["Cargo Van", "van"],
  ["Step Van", "van"],
  ["Sedan", "sedan"],
  ["Coupe", "coupe"],
  ["Convertible", "convertible"],
  ["Roadster", "convertible"],
  ["Hatchback", "hatchback"],
  ["Wagon", "wagon"],
  ["Motorcycle", "motorcycle"],
];

/** Models by body, for vehicles whose VIN does not tell, as the compact start of the model. */
const MODEL_WORDS: readonly (readonly [words: string, models: string])[] = [
  [
    "pickup truck",
    "f100 f150 f250 f350 f450 ranger maverick silverado sierra ram1500 ram2500 ram3500 1500 2500 3500 colorado canyon s10 sonoma c1500 k1500 c2500 k2500 avalanche elcamino tundra tacoma hilux titan frontier hardbody ridgeline gladiator comanche dakota santacruz cybertruck r1t h3t escaladeext pickup b2300 b3000 baja",
  ],
  [
    "suv",
    "explorer expedition escape edge bronco excursion ecosport tahoe suburban blazer trailblazer equinox traverse trax tracker captiva yukon acadia terrain envoy jimmy escalade srx xt4 xt5 xt6 enclave encore envision rainier rendezvous durango journey nitro cherokee grandcherokee wrangler liberty compass patriot renegade commander wagoneer grandwagoneer 4runner rav4 highlander landcruiser sequoia fjcruiser venza crv hrv pilot passport element crosstour cx3 cx30 cx5 cx50 cx7 cx9 cx90 tribute rogue murano pathfinder xterra armada kicks juke tucson santafe palisade kona venue veracruz sportage sorento telluride seltos niro borrego forester outback crosstrek ascent tribeca tiguan touareg atlas taos x1 x2 x3 x4 x5 x6 x7 q3 q5 q7 q8 gla glb glc gle glk gls ml320 ml350 ml500 gl450 gl550 rx300 rx330 rx350 rx400h rx450h gx460 gx470 lx470 lx570 nx200t nx300 ux250h mdx rdx zdx qx50 qx56 qx60 qx70 qx80 ex35 fx35 fx45 jx35 xc40 xc60 xc90 rangerover discovery defender freelander lr2 lr3 lr4 cayenne macan outlander endeavor montero rodeo trooper ascender vue mountaineer mariner navigator aviator nautilus corsair mkc mkt mkx modelx modely h2 h3",
  ],
  [
    "minivan van",
    "odyssey sienna caravan grandcaravan townandcountry voyager quest sedona carnival windstar freestar montana uplander venture previa mpv entourage villager",
  ],
  [
    "van",
    "transit econoline e150 e250 e350 express savana promaster sprinter nv200 nv1500 nv2500 metris astro safari",
  ],
  ["wagon", "outback v50 v60 v70 v90 xc70 allroad"],
  ["crossover", "pacifica flex"],
];

const WORDS_OF_MODEL = new Map<string, string>();
for (const [words, models] of MODEL_WORDS)
  for (const model of models.split(" "))
    WORDS_OF_MODEL.set(model, [WORDS_OF_MODEL.get(model), words].filter(Boolean).join(" "));

/** Parts of makes' names, and models, sedans and sports cars among them, that no list of bodies above names. */
const OTHER_NAMES =
  "alfa romeo aston land rover rangerover superduty accord altima avalon beetle camaro camry cavalier challenger charger civic cobalt corolla corvette crosstour cruze elantra firebird fusion golf grandam impala impreza insight integra jetta lancer legacy malibu maxima mustang optima passat prius sentra solara sonata taurus tercel versa viper yaris".split(
    " ",
  );

/** The makes of cars and light trucks, without spaces and hyphens. */
export const MAKES: ReadonlySet<string> = new Set(
  "acura alfaromeo amc astonmartin audi bentley bmw buick cadillac chevrolet chrysler dodge ferrari fiat ford genesis gmc honda hummer hyundai infiniti isuzu jaguar jeep kia lamborghini landrover lexus lincoln lotus maserati mazda mercedes mercedesbenz mercury mini cooper mitsubishi nissan oldsmobile plymouth polestar pontiac porsche ram rivian saab saturn scion subaru suzuki tesla toyota volkswagen volvo geo eagle".split(
    " ",
  ),
);

/** Names that are words of the part catalog too: a pickup coil, a heating element. */
const NAMES_OF_PARTS = new Set(["pickup", "element"]);

/** Makes and models that people search for, in stock or not: a word of these is no part and is not mistyped for another word. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  [
    ...MAKES,
    ...OTHER_NAMES,
    ...MODEL_WORDS.flatMap(([, models]) => models.split(" ")).filter((model) => model.length > 4),
  ].filter((name) => !NAMES_OF_PARTS.has(name)),
);

/**
 * What people call the body of a vehicle: `["pickup", "truck"]`; empty if nobody knows.
 * @param bodyClass vPIC's body class of its VIN
 * @param model the model without spaces and hyphens, in lowercase
 */
export function bodyWords(bodyClass: string | undefined, model: string): string[] {
  const fromVin = bodyClass && BODY_CLASS_WORDS.find(([start]) => bodyClass.startsWith(start))?.[1];
  return [...new Set([fromVin, wordsOfModel(model)].filter(Boolean).join(" ").split(" ").filter(Boolean))];
}

/** By the longest known start of at least two characters: "silverado1500" is a Silverado. */
function wordsOfModel(model: string): string | undefined {
  for (let length = model.length; length > 1; length--) {
    const words = WORDS_OF_MODEL.get(model.slice(0, length));
    // "x50" is no X5: a number continues with letters only.
    const rest = model.slice(length);
    if (words && !(/\d$/.test(model.slice(0, length)) && /^\d/.test(rest))) return words;
  }
  return undefined;
}

/**
 * What else a make or a model is called, both without spaces and hyphens: a Ram was a Dodge, a 328i is a 3 Series, and an F-350 a
 * Super Duty.
 */
export function seriesWords(make: string, model: string): string[] {
  if (make === "ram") return ["dodge"];
  if (make === "dodge" && /^(?:pickup|truck)?[1-5]500/.test(model)) return ["ram"];
  if (make === "ford" && /^f[2-6]50/.test(model)) return ["superduty"];
  const series = /^[a-z]?(\d)\d{2}[a-z]*$/.exec(model)?.[1];
  if (make === "bmw" && series) return [series, "series", `${series}series`];
  const mercedes = /^([a-z]{1,3})\d{2,3}[a-z]*$/.exec(model)?.[1];
  if (make.startsWith("mercedes") && mercedes) return [mercedes, "class", `${mercedes}class`];
  return [];
}

function named(word: string, others: string): Record<string, string> {
  return Object.fromEntries(others.split(" ").map((other) => [other, word]));
}
