/** Every field that the form posts: the names are the API's. */
export const SELL_CAR_FIELDS = [
  "vin",
  "vehicleInfo.year",
  "vehicleInfo.make",
  "vehicleInfo.model",
  "vehicleInfo.mileage",
  "carInfo.location",
  "carInfo.runs",
  "carInfo.title",
  "carInfo.message",
  "customerInfo.name",
  "customerInfo.phone",
  "customerInfo.email",
] as const;
