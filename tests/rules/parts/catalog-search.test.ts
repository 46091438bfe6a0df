import { describe, expect, it } from "vitest";
import { checkSelection, findSubcategory, PART_CATEGORIES } from "~/parts/catalog";
import { PART_SEARCH_DEBOUNCE_MS, respondToPartSearch, searchParts } from "~/parts/catalog-search";

const firstFor = (query: string) => searchParts(query)[0]?.id;
const idsFor = (query: string) => searchParts(query).map((result) => result.id);

describe("the obvious part comes first", () => {
  it.each([
    ["ac compressor", "ac-compressor"],
    ["a c compressor", "ac-compressor"],
    ["accompressor", "ac-compressor"],
    ["air conditioning compressor", "ac-compressor"],
    ["ac", "ac-compressor"],
    ["a/c condenser", "ac-condenser"],
    ["lh mirror", "side-mirror-left"],
    ["rh mirror", "side-mirror-right"],
    ["driver side mirror", "side-mirror-left"],
    ["mirror", "side-mirror-left"],
    ["mirror glass", "mirror-glass-left"],
    ["tail light", "tail-light-left"],
    ["taillight", "tail-light-left"],
    ["rh tail lamp", "tail-light-right"],
    ["headlight", "headlight-left"],
    ["head lights", "headlight-left"],
    ["passenger headlight", "headlight-right"],
    ["fog light", "fog-light-left"],
    ["third brake light", "third-brake-light"],
    ["ecm", "ecm"],
    ["ecu", "ecm"],
    ["pcm", "ecm"],
    ["engine computer", "ecm"],
    ["tcm", "tcm"],
    ["bcm", "bcm"],
    ["tipm", "tipm"],
    ["abs module", "abs-pump"],
    ["airbag module", "airbag-module"],
    ["alternator", "alternator"],
    ["generator", "alternator"],
    ["starter", "starter"],
    ["battery", "battery"],
    ["fuse box", "fuse-box"],
    ["ignition coil", "ignition-coil"],
    ["wiper motor", "wiper-motor-front"],
    ["backup camera", "camera-rear"],
    ["door", "door-front-left"],
    ["driver door", "door-front-left"],
    ["front door", "door-front-left"],
    ["rf door", "door-front-right"],
    ["rear door", "door-rear-left"],
    ["door handle", "door-handle-front-left"],
    ["door panel", "door-panel-front-left"],
    ["window", "door-window-front-left"],
    ["window regulator", "window-regulator-front-left"],
    ["windshield", "windshield"],
    ["windscreen", "windshield"],
    ["front bumper", "bumper-cover-front"],
    ["rear bumper", "bumper-cover-rear"],
    ["bumper", "bumper-cover-front"],
    ["hood", "hood-panel"],
    ["bonnet", "hood-panel"],
    ["fender", "fender-left"],
    ["quarter panel", "quarter-panel-left"],
    ["grille", "grille-upper"],
    ["core support", "core-support"],
    ["trunk lid", "trunk-lid"],
    ["deck lid", "trunk-lid"],
    ["boot", "trunk-lid"],
    ["tailgate", "tailgate-truck"],
    ["tailgate handle", "tailgate-handle"],
    ["hatch", "liftgate"],
    ["passenger seat", "front-seat-right"],
    ["driver seat", "front-seat-left"],
    ["seat belt", "seat-belt-front-left"],
    ["airbag", "airbag-driver"],
    ["clock spring", "clock-spring"],
    ["console", "console-front"],
    ["speedometer", "cluster"],
    ["cluster", "cluster"],
    ["radio", "radio-receiver"],
    ["key fob", "key-fob"],
    ["blower motor", "blower-motor"],
    ["heater core", "heater-core"],
    ["engine", "engine-gas"],
    ["motor", "engine-gas"],
    ["cylinder head", "cylinder-head-left"],
    ["turbo", "turbocharger"],
    ["throttle body", "throttle-body"],
    ["intake manifold", "intake-manifold-upper"],
    ["exhaust manifold", "exhaust-manifold-left"],
    ["cat", "catalytic-converter"],
    ["catalytic converter", "catalytic-converter"],
    ["muffler", "muffler"],
    ["o2 sensor", "oxygen-sensor"],
    ["fuel pump", "fuel-pump-assembly"],
    ["gas tank", "fuel-tank"],
    ["radiator", "radiator"],
    ["water pump", "water-pump"],
    ["power steering pump", "power-steering-pump"],
    ["transmission", "transmission-automatic"],
    ["gearbox", "transmission-automatic"],
    ["torque converter", "torque-converter"],
    ["transfer case", "transfer-case"],
    ["driveshaft", "drive-shaft-rear"],
    ["cv axle", "cv-axle-front-left"],
    ["rear differential", "differential-rear"],
    ["sway bar", "sway-bar-front"],
    ["lower control arm", "control-arm-front-lower-left"],
    ["strut", "strut-front-left"],
    ["shock absorber", "shock-front-left"],
    ["hub", "hub-front-left"],
    ["hub bearing", "hub-front-left"],
    ["knuckle", "knuckle-front-left"],
    ["tie rod end", "tie-rod-left"],
    ["steering rack", "steering-rack"],
    ["subframe", "subframe-front"],
    ["wheel", "wheel-alloy"],
    ["rim", "wheel-alloy"],
    ["spare tire", "wheel-donut"],
    ["tyre", "tire"],
    ["caliper", "caliper-front-left"],
    ["brake pads", "brake-pads-front"],
    ["brake rotor", "rotor-front"],
    ["ujoint", "universal-joint"],
    ["e-brake cable", "parking-brake-cable"],
  ])("%s finds %s", (query, id) => {
    expect(firstFor(query)).toBe(id);
  });

  it("while it is being typed", () => {
    expect(firstFor("alt")).toBe("alternator");
    expect(firstFor("eng")).toBe("engine-gas");
    expect(firstFor("radia")).toBe("radiator");
    expect(firstFor("catal")).toBe("catalytic-converter");
    expect(firstFor("tail li")).toBe("tail-light-left");
  });

  it("lists the four doors before anything that belongs to a door", () => {
    expect(idsFor("door").slice(0, 4)).toEqual([
      "door-front-left",
      "door-front-right",
      "door-rear-left",
      "door-rear-right",
    ]);
  });

  it("prefers a word of its own to one in the middle of another", () => {
    expect(idsFor("abs").slice(0, 6).join()).not.toContain("absorber");
    expect(firstFor("lock")).not.toBe("clock");
  });
});

describe("how a query is read", () => {
  it.each([
    ["TIE ROD", "tie rod"],
    ["tie-rod", "tie rod"],
    ["tierod", "tie rod"],
    ["  tie / rod  ", "tie rod"],
    ["U-Joint", "u joint"],
    ["A/C Compressor", "ac compressor"],
    ["a-c compressor", "ac compressor"],
    ["A.C. compressor", "ac compressor"],
    ["brake pads", "brake pad"],
    ["switches", "switch"],
    ["door for driver side", "driver side door"],
    ["owner’s manual", "owner's manual"],
    ["hóod", "hood"],
  ])("%j finds what %j finds", (query, same) => {
    expect(idsFor(query)).not.toEqual([]);
    expect(idsFor(query)).toEqual(idsFor(same));
  });

  it("takes ac for air conditioning, and only as a word", () => {
    expect(idsFor("ac")).toEqual(idsFor("air conditioning"));
    expect(firstFor("accelerator")).toBe("accelerator-pedal");
  });

  it("takes the words in any order, and needs every one of them", () => {
    expect(firstFor("left front door")).toBe("door-front-left");
    expect(firstFor("compressor ac")).toBe("ac-compressor");
    expect(searchParts("alternator pizza")).toEqual([]);
  });

  it("needs two characters", () => {
    for (const query of ["", " ", "a", " a ", "-", "//", "a/", "- -", "🚗"])
      expect(searchParts(query)).toEqual([]);
    expect(searchParts("ho")).not.toEqual([]);
  });
});

describe("letters left out", () => {
  it.each([
    ["altrntr", "alternator"],
    ["hdlght", "headlight-left"],
    ["frnt bmpr", "bumper-cover-front"],
    ["trnsmssn", "transmission-automatic"],
    ["rdtr", "radiator"],
    ["cmprssr", "ac-compressor"],
    ["bumpr", "bumper-cover-front"],
    ["strng rck", "steering-rack"],
    ["wndshld", "windshield"],
  ])("%s finds %s", (query, id) => {
    expect(firstFor(query)).toBe(id);
  });

  it.each(["zzqx", "qwerty", "asdf", "xyz", "foobar", "hello world", "lorem ipsum", "pizza", "drop table x"])(
    "%s finds nothing",
    (query) => {
      expect(searchParts(query)).toEqual([]);
    },
  );

  it("is not tried where something better matches", () => {
    for (const { subcategoryId, categoryId, partId } of searchParts("strut")) {
      const subcategory = findSubcategory(categoryId, subcategoryId);
      const part = subcategory?.parts.find(({ id }) => id === partId);
      expect(JSON.stringify([subcategory?.synonyms, part, subcategory?.name]).toLowerCase()).toContain(
        "strut",
      );
    }
  });
});

describe("a result", () => {
  it("fills category, subcategory and part", () => {
    expect(searchParts("hood latch")[0]).toEqual({
      id: "hood-latch",
      categoryId: "exterior",
      categoryName: "Exterior",
      subcategoryId: "hood",
      subcategoryName: "Hood",
      partId: "hood-latch",
      name: "Hood Latch",
      label: "Hood - Hood Latch",
    });
  });

  it("is a subcategory only where that has no parts", () => {
    expect(searchParts("alternator")[0]).toEqual({
      id: "alternator",
      categoryId: "electrical-exterior",
      categoryName: "Electrical (Exterior/Engine/Drivetrain)",
      subcategoryId: "alternator",
      subcategoryName: "Alternator",
      name: "Alternator",
      label: "Alternator",
    });
  });

  it("is always a complete selection, whatever is searched", () => {
    for (const query of ["console", "engine", "electrical", "misc", "left", "sensor"]) {
      const results = searchParts(query);
      expect(results).not.toEqual([]);
      for (const result of results) expect(checkSelection(result).ok).toBe(true);
    }
  });

  it("is found first, or right behind others of the same name, by its full name", () => {
    const missed = PART_CATEGORIES.flatMap((category) =>
      category.subcategories.flatMap((subcategory) =>
        (subcategory.parts.length > 0 ? subcategory.parts : [subcategory]).filter(
          ({ id, name }) => !idsFor(name).slice(0, 2).includes(id),
        ),
      ),
    );
    expect(missed.map(({ name }) => name)).toEqual([]);
  });
});

describe("limits", () => {
  it("gives at most ten results", () => {
    expect(searchParts("door")).toHaveLength(10);
    expect(searchParts("door", 50)).toHaveLength(10);
    expect(searchParts("door", 3)).toHaveLength(3);
    expect(searchParts("door", 0)).toEqual([]);
    expect(searchParts("door", -1)).toEqual([]);
    expect(searchParts("door", Number.NaN)).toEqual([]);
  });

  it("never gives a result twice", () => {
    for (const query of ["left", "door", "ac", "sensor", "rear"]) {
      expect(new Set(idsFor(query)).size).toBe(idsFor(query).length);
    }
  });

  it("waits 300 ms, and says so where nothing is found", () => {
    expect(PART_SEARCH_DEBOUNCE_MS).toBe(300);
    expect(respondToPartSearch("xyzzy").none).toBe("No parts found.");
    expect(respondToPartSearch("x").none).toBeUndefined();
  });

  it("reads the first hundred characters", () => {
    expect(idsFor(`hood${" ".repeat(96)}pizza`)).toEqual(idsFor("hood"));
    expect(searchParts("x".repeat(1_000_000))).toEqual([]);
    expect(searchParts("a ".repeat(500_000))).toBeInstanceOf(Array);
  });

  it.each([
    ".*",
    "[a-z]+",
    "(",
    "\\",
    "^hood$",
    "\u0000\u0001\u001b",
    "\ud83d",
    "ﷺ".repeat(100),
    "двери",
    "日本",
  ])("survives %j", (query) => {
    expect(searchParts(query)).toBeInstanceOf(Array);
  });

  it("ignores what is neither letter nor digit", () => {
    expect(idsFor("hood 🚗")).toEqual(idsFor("hood"));
    expect(idsFor("(hood)*")).toEqual(idsFor("hood"));
    expect(idsFor("\u0000ho\u0007od")).toEqual(idsFor("ho od"));
  });
});
