import type { RepairRequestStatus } from "../models/repair-request";
import type { SampleRequest } from "./requests";

/** A repair request of the sample: a callback of the page's form, or a body of the API. */
export type SampleRepairRequest = SampleRequest<RepairRequestStatus> &
  ({ callback: Record<string, string> } | { full: Record<string, unknown> });

/** The oldest first. Every person is invented, every number is a 555-01xx. */
export const SAMPLE_REPAIR_REQUESTS: readonly SampleRepairRequest[] = [
  {
    sent: [29, "13:40"],
    status: "completed",
    callback: {
      contactMethod: "phone",
      name: "Bea Thornton",
      phone: "(555) 555-0151",
      description: "Squealing from the front brakes, worse when it rains.",
    },
    notes: [
      { author: "Joel", hoursLater: 1, content: "2012 Outback. Booked for Tuesday 9 am." },
      {
        author: "Joel",
        hoursLater: 98,
        content: "Pads and rotors front, new OEM: 12 months / 12,000 miles.",
      },
    ],
  },
  {
    sent: [26, "16:12"],
    status: "completed",
    full: {
      customerInfo: {
        name: "Stanley Wu",
        phone: "(555) 555-0152",
        email: "stanley.wu@example.com",
        address: { street: "27 Orchard Lane", city: "Millbrook", state: "NY", zipCode: "12545" },
      },
      vehicleInfo: {
        year: "2016",
        make: "Honda",
        model: "CR-V",
        trim: "EX-L",
        vin: "5J6RM4H7XGL047215",
        mileage: "91240",
        engineSize: "2.4L I4",
      },
      serviceInfo: {
        serviceType: "Suspension",
        message: "Clunk over speed bumps, right rear.",
        description: "Started after the potholes on Route 44.\nNo warning lights.",
        urgency: "Medium",
      },
      contactMethod: "phone",
      isSimplifiedRequest: false,
    },
    notes: [{ author: "Joel", hoursLater: 70, content: "Sway bar link. Done, road tested." }],
  },
  {
    sent: [21, "19:33"],
    status: "cancelled",
    callback: { contactMethod: "email", name: "Jonas Okafor", email: "jonas.okafor@example.com" },
    notes: [{ author: "Marta", hoursLater: 90, content: "Wrote twice, no answer." }],
  },
  {
    sent: [17, "14:02"],
    status: "completed",
    callback: {
      contactMethod: "phone",
      name: "Ángela Ruiz",
      phone: "(555) 555-0153",
      description: "Inspection sticker runs out on Friday.",
    },
  },
  {
    sent: [12, "21:15"],
    status: "cancelled",
    full: {
      customerInfo: {
        name: "Vernon Pike",
        email: "vpike@example.com",
        address: { city: "Amenia", state: "NY" },
      },
      vehicleInfo: { year: "1998", make: "Jeep", model: "Cherokee", mileage: "about 240k" },
      serviceInfo: {
        serviceType: "Other",
        otherServiceType: "Frame welding",
        message: "Rust hole by the rear spring perch.",
        urgency: "Low",
      },
      contactMethod: "email",
      isSimplifiedRequest: false,
    },
    notes: [{ author: "Joel", hoursLater: 40, content: "We do no frame work. Named him two shops that do." }],
  },
  {
    sent: [9, "15:20"],
    status: "in_progress",
    full: {
      customerInfo: {
        name: "Latoya Simmons",
        phone: "(555) 555-0154",
        email: "latoya.simmons@example.com",
        address: { street: "9 Elm Street, Apt 3", city: "Poughkeepsie", state: "NY", zipCode: "12601" },
      },
      vehicleInfo: {
        year: "2011",
        make: "Ford",
        model: "Escape",
        vin: "1FMCU9DG5BKB73319",
        mileage: "142880",
        engineSize: "3.0L V6",
      },
      serviceInfo: {
        serviceType: "Engine",
        message: "Overheats in traffic, fine on the highway.",
        urgency: "High",
      },
      contactMethod: "phone",
      isSimplifiedRequest: false,
    },
    notes: [
      { author: "Joel", hoursLater: 22, content: "Fan motor dead. Used one from the yard, she agreed." },
      { author: "Joel", hoursLater: 120, content: "Fan in, still a slow leak at the lower hose." },
    ],
  },
  {
    sent: [6, "12:48"],
    status: "in_progress",
    callback: {
      contactMethod: "phone",
      name: "Pete Vanderhoof",
      phone: "(555) 555-0155",
      description: "Truck won't start, clicks once. Can have it towed to you.",
    },
    notes: [{ author: "Marta", hoursLater: 1, content: "Tow arrives at noon." }],
  },
  {
    sent: [4, "17:39"],
    status: "scheduled",
    callback: {
      contactMethod: "email",
      name: "Sunita Kapoor",
      email: "sunita.kapoor@example.com",
      description: "Four tires mounted and balanced; I bring my own.",
    },
    notes: [{ author: "Marta", hoursLater: 16, content: "Next Wednesday, 8 am drop-off." }],
  },
  {
    sent: [3, "23:05"],
    status: "scheduled",
    full: {
      customerInfo: { name: "Emmett Doyle", phone: "(555) 555-0156" },
      vehicleInfo: { year: "2018", make: "Nissan", model: "Rogue", trim: "SV" },
      serviceInfo: {
        serviceType: "Electrical",
        message: "Battery dead every third morning.",
        urgency: "Medium",
      },
      contactMethod: "phone",
      isSimplifiedRequest: false,
    },
  },
  {
    sent: [2, "01:17"],
    full: {
      customerInfo: {
        name: "Rosalind Achebe",
        phone: "(555) 555-0157",
        email: "rosalind@achebe.example.com",
      },
      vehicleInfo: { year: "2013", make: "Volkswagen", model: "Passat", vin: "1VWBN7A39DC061428" },
      serviceInfo: {
        serviceType: "Brakes",
        message: "Pedal goes to the floor. Parked at the library, not driving it.",
        urgency: "Emergency",
      },
      contactMethod: "phone",
      isSimplifiedRequest: false,
    },
  },
  {
    sent: [1, "18:26"],
    callback: { contactMethod: "phone", name: "Milo Brandt", phone: "(555) 555-0158" },
  },
  {
    sent: [0, "12:31"],
    callback: {
      contactMethod: "phone",
      name: "Harriet Nakamura",
      phone: "(555) 555-0159",
      description: "Check engine light, code P0420. Mornings are best.",
    },
  },
];
