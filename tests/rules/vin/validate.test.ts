import { describe, expect, test } from "vitest";
import { MULTIPURPOSE_VEHICLE, modelYears, PASSENGER_CAR } from "../../../app/vin/model-year";
import { vehicleInfoSchema, vinSchema } from "../../../app/vin/schema";
import {
  hasMatchingCheckDigit,
  isValidVin,
  normalizeVin,
  VIN_LENGTH,
  VIN_MESSAGES,
} from "../../../app/vin/validate";
import {
  formatDriveType,
  formatEngineSize,
  formatMake,
  formatTrim,
  isDecodedVehicle,
  mergeDecoded,
} from "../../../app/vin/vehicle-info";
import { isSameModel } from "../../support/vin-accuracy";

const ACCORD = "1HGCM82633A004352";

function sentenceFor(input: unknown): string | undefined {
  return vinSchema
    .safeParse(input)
    .error?.issues.map((issue) => issue.message)
    .join(" / ");
}

describe("a VIN in a form field", () => {
  test("is stripped of what is neither letter nor digit, upper-cased and cut at 17", () => {
    expect(normalizeVin(" 1hg-cm826 33a004352 ")).toBe(ACCORD);
    expect(normalizeVin(`${ACCORD}XYZ`)).toBe(ACCORD);
    expect(normalizeVin("ü1hg€")).toBe("1HG");
    expect(VIN_LENGTH).toBe(17);
  });
});

describe("a valid VIN", () => {
  test("has exactly 17 letters and digits", () => {
    expect(isValidVin(ACCORD)).toBe(true);
    expect(isValidVin(ACCORD.slice(1))).toBe(false);
    expect(isValidVin(`${ACCORD}1`)).toBe(false);
    expect(isValidVin(`${ACCORD}\n`)).toBe(false);
    expect(isValidVin("")).toBe(false);
  });

  test.each(["I", "O", "Q", "-", " ", "Ä", "h"])("has no %s in it", (character) => {
    expect(isValidVin(character + ACCORD.slice(1))).toBe(false);
  });

  test("need not have a matching check digit", () => {
    expect(isValidVin("1HGCM82643A004352")).toBe(true);
    expect(hasMatchingCheckDigit("1HGCM82643A004352")).toBe(false);
  });
});

describe("the check digit", () => {
  test.each([ACCORD, "11111111111111111", "1M8GDM9AXKP042788", "JH4DC4340RS003205"])(
    "of %s matches",
    (vin) => {
      expect(hasMatchingCheckDigit(vin)).toBe(true);
    },
  );

  test("of a European VIN with a letter at position 9, or of no VIN, does not", () => {
    expect(hasMatchingCheckDigit("WVWZZZ1KZAW123456")).toBe(false);
    expect(hasMatchingCheckDigit("1HG")).toBe(false);
  });
});

describe("a submitted VIN", () => {
  test("comes out clean", () => {
    expect(vinSchema.parse(" 1hgcm826 33a-004352 ")).toBe(ACCORD);
  });

  test.each([undefined, null, "", "   ", "--"])("is required (%j)", (input) => {
    expect(sentenceFor(input)).toBe("VIN is required");
  });

  test.each(["1HG", `${ACCORD}XYZ`, "OHGCM82633A004352"])(
    "is refused where it is malformed (%s), never cut",
    (input) => {
      expect(sentenceFor(input)).toBe("Please enter a valid 17-character VIN");
    },
  );
});

describe("the sentences", () => {
  test("are these", () => {
    expect(Object.values(VIN_MESSAGES)).toEqual([
      "VIN is required",
      "Please enter a valid 17-character VIN",
      "All VIN decode methods failed",
      "Unable to decode VIN",
      "Could not decode essential vehicle information",
      "VIN Validation Failed",
      "Vehicle database service is temporarily unavailable. Please try again later.",
    ]);
  });
});

describe("decoded values in a form", () => {
  test("are written over what is there", () => {
    expect(mergeDecoded({ year: 2002, make: "Honda" }, { year: 2003 })).toEqual({
      year: 2003,
      make: "Honda",
    });
  });

  test("leave what is there where they are empty", () => {
    const typed = { make: "Honda", trim: "EX", transmissionType: "Manual", notes: "dented" };
    expect(mergeDecoded(typed, { make: "", trim: " ", transmissionType: undefined })).toEqual(typed);
  });

  test("are essential in year, make and model", () => {
    const accord = { year: 2003, make: "Honda", model: "Accord" };
    expect(isDecodedVehicle(accord)).toBe(true);
    for (const field of ["year", "make", "model"]) {
      expect(isDecodedVehicle({ ...accord, [field]: undefined })).toBe(false);
    }
    expect(vehicleInfoSchema.parse(accord)).toEqual(accord);
  });
});

describe("the wording of a vehicle", () => {
  test.each([
    ["CHEVROLET", "Chevrolet"],
    ["MERCEDES-BENZ", "Mercedes-Benz"],
    ["LAND ROVER", "Land Rover"],
    ["RAM", "Ram"],
    ["BMW", "BMW"],
    ["GMC", "GMC"],
    ["MINI", "MINI"],
    ["MV AGUSTA", "MV Agusta"],
    ["McLaren", "McLaren"],
    ["E-One", "E-One"],
  ])("writes the make %s as %s", (name, make) => {
    expect(formatMake(name)).toBe(make);
  });

  test("gives an engine its liters and, where both are known, its cylinders", () => {
    expect(formatEngineSize({ liters: "3.6", cylinders: "6", configuration: "V-Shaped" })).toBe("3.6L V6");
    expect(formatEngineSize({ liters: "2.998832712", cylinders: "6" })).toBe("3.0L");
    expect(formatEngineSize({ cubicCentimeters: "1998", cylinders: "4", configuration: "In-Line" })).toBe(
      "2.0L I4",
    );
    expect(formatEngineSize({ cubicInches: "350" })).toBe("5.7L");
    expect(formatEngineSize({ cubicCentimeters: "749", liters: "0.75" })).toBe("749cc");
    expect(formatEngineSize({ liters: "TBD", cylinders: "4" })).toBeUndefined();
    expect(formatEngineSize({})).toBeUndefined();
  });

  test("puts a truck's load class before its trim", () => {
    expect(formatTrim("Chevrolet", { series: "2500", trim: "LT" })).toBe("2500 LT");
    expect(formatTrim("Chevrolet", { series: "1500", trim: "1500 SLT" })).toBe("1500 SLT");
    expect(formatTrim("Chevrolet", { series: "3-Series", trim: "xDrive" })).toBe("xDrive");
    expect(formatTrim("Chevrolet", { series: "3-Series", trim: undefined })).toBe("3-Series");
  });

  test("gives a drive type its short form", () => {
    expect(formatDriveType("AWD/All-Wheel Drive")).toBe("AWD");
    expect(formatDriveType("4WD/4-Wheel Drive/4x4")).toBe("4WD");
    expect(formatDriveType("2WD/4WD")).toBe("2WD/4WD");
  });
});

describe("the model year", () => {
  /** A VIN with the given first, seventh, ninth and tenth positions. */
  function vin({ region = "1", seventh = "A", ninth = "Z", tenth = "A" }): string {
    return `${region}HGCM8${seventh}3${ninth}${tenth}A004352`;
  }

  test("of a North American car is before 2010 where position 7 is a digit", () => {
    expect(modelYears(vin({ seventh: "2", tenth: "A" }), 2026, PASSENGER_CAR)).toEqual([1980, 2010]);
    expect(modelYears(vin({ seventh: "2", tenth: "Y" }), 2039, MULTIPURPOSE_VEHICLE)[0]).toBe(2000);
    expect(modelYears(vin({ seventh: "2", tenth: "9" }), 2039, PASSENGER_CAR)[0]).toBe(2009);
  });

  test("of a North American car is 2010 or later where position 7 is a letter", () => {
    expect(modelYears(vin({ seventh: "A", tenth: "A" }), 2026, PASSENGER_CAR)).toEqual([2010, 1980]);
    expect(modelYears(vin({ seventh: "A", tenth: "9" }), 2039, PASSENGER_CAR)[0]).toBe(2039);
  });

  test("of a motorcycle does not hang on position 7", () => {
    expect(modelYears(vin({ seventh: "2", tenth: "D" }), 2026, 1)).toEqual([2013, 1983]);
  });

  test("outside North America is most likely the latest that is not in the future", () => {
    const tenthA = vin({ region: "W", seventh: "1", tenth: "A" });
    expect(modelYears(tenthA, 2026, PASSENGER_CAR)).toEqual([2010, 1980]);
    expect(modelYears(vin({ region: "W", seventh: "1", tenth: "8" }), 2026, PASSENGER_CAR)).toEqual([2008]);
  });

  test("may be next year's and never a later one", () => {
    const european2027 = vin({ region: "W", tenth: "V" });
    expect(modelYears(european2027, 2026)[0]).toBe(2027);
    expect(modelYears(european2027, 2025)).toEqual([1997]);
    expect(modelYears(vin({ tenth: "V" }), 2025, PASSENGER_CAR)).toEqual([1997]);
  });

  test("of an import with a matching check digit follows position 7 too", () => {
    expect(modelYears("JH4DC4340RS003205", 2026, PASSENGER_CAR)[0]).toBe(1994);
  });

  test.each(["0", "U", "Z", "I"])("is unknown where position 10 is %s", (tenth) => {
    expect(modelYears(vin({ tenth }), 2026)).toEqual([]);
  });

  test("is unknown where there is no position 10", () => {
    expect(modelYears("1HG", 2026)).toEqual([]);
  });
});

describe("the yardstick for models", () => {
  test("accepts the beginning of the true model and trim, word for word", () => {
    expect(isSameModel("Durango", { model: "Durango AN/DN Base", trim: "" })).toBe(true);
    expect(isSameModel("328i", { model: "3 Series", trim: "328i SULEV" })).toBe(true);
    expect(isSameModel("F-150", { model: "F150", trim: "" })).toBe(true);
  });

  test("refuses parts of words, later words, more words and nothing", () => {
    expect(isSameModel("H3", { model: "H3T", trim: "" })).toBe(false);
    expect(isSameModel("Caravan", { model: "Grand Caravan", trim: "" })).toBe(false);
    expect(isSameModel("Mustang Mach-E", { model: "Mustang", trim: "" })).toBe(false);
    expect(isSameModel(undefined, { model: "Focus", trim: "" })).toBe(false);
  });
});
