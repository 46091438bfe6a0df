import type { GuideBox, GuideLanguage } from "./buyers-guide";

/*
 * The wording of the Buyers Guide's figures (16 CFR 455), in the order of the form. The rule wants it exactly, so nothing here
 * may be reworded. What it has been compared with is said in docs/decisions/documents.md, and to staff before they print.
 */

/** A line whose first words are printed in bold. */
export interface GuideLine {
  strong: string;
  rest: string;
}

export interface GuideText {
  /** The language of the page, for `lang`. */
  code: string;
  title: string;
  important: GuideLine;
  make: string;
  model: string;
  year: string;
  vin: string;
  warranties: string;
  asIs: { title: string; text: string };
  implied: { title: string; text: string };
  dealer: string;
  full: string;
  limited: {
    title: string;
    /** Around the two percentages. */
    before: string;
    between: string;
    after: string;
    /** Printed in italics, and what follows it. */
    implied: string;
    end: string;
  };
  systems: string;
  duration: string;
  nonDealer: string;
  boxes: Record<GuideBox, GuideLine & { implied?: string; end?: string }>;
  askForCopy: string;
  inspect: string;
  history: GuideLine;
  otherSide: GuideLine;
  /** On the English form, in Spanish. */
  spanishNotice?: string;
  defects: string;
  defectColumns: readonly (readonly (readonly [system: string, ...defects: string[]])[])[];
  dealerName: string;
  address: string;
  telephone: string;
  email: string;
  complaints: string;
  acknowledgement: string;
  signature: string;
  date: string;
  contract: GuideLine;
}

const ENGLISH: GuideText = {
  code: "en",
  title: "BUYERS GUIDE",
  important: {
    strong: "IMPORTANT:",
    rest: "Spoken promises are difficult to enforce. Ask the dealer to put all promises in writing. Keep this form.",
  },
  make: "VEHICLE MAKE",
  model: "MODEL",
  year: "YEAR",
  vin: "VEHICLE IDENTIFICATION NUMBER (VIN)",
  warranties: "WARRANTIES FOR THIS VEHICLE:",
  asIs: {
    title: "AS IS - NO DEALER WARRANTY",
    text: "THE DEALER DOES NOT PROVIDE A WARRANTY FOR ANY REPAIRS AFTER SALE.",
  },
  implied: {
    title: "IMPLIED WARRANTIES ONLY",
    text: "The dealer doesn't make any promises to fix things that need repair when you buy the vehicle or afterward. But implied warranties under your state's laws may give you some rights to have the dealer take care of serious problems that were not apparent when you bought the vehicle.",
  },
  dealer: "DEALER WARRANTY",
  full: "FULL WARRANTY.",
  limited: {
    title: "LIMITED WARRANTY.",
    before: "The dealer will pay",
    between: "% of the labor and",
    after:
      "% of the parts for the covered systems that fail during the warranty period. Ask the dealer for a copy of the warranty, and for any documents that explain warranty coverage, exclusions, and the dealer's repair obligations.",
    implied: "Implied warranties",
    end: "under your state's laws may give you additional rights.",
  },
  systems: "SYSTEMS COVERED:",
  duration: "DURATION:",
  nonDealer: "NON-DEALER WARRANTIES FOR THIS VEHICLE:",
  boxes: {
    manufacturerWarranty: {
      strong: "MANUFACTURER'S WARRANTY STILL APPLIES.",
      rest: "The manufacturer's original warranty has not expired on some components of the vehicle.",
    },
    manufacturerUsedWarranty: { strong: "MANUFACTURER'S USED VEHICLE WARRANTY APPLIES.", rest: "" },
    otherUsedWarranty: { strong: "OTHER USED VEHICLE WARRANTY APPLIES.", rest: "" },
    serviceContract: {
      strong: "SERVICE CONTRACT.",
      rest: "A service contract on this vehicle is available for an extra charge. Ask for details about coverage, deductible, price, and exclusions. If you buy a service contract within 90 days of your purchase of this vehicle,",
      implied: "implied warranties",
      end: "under your state's laws may give you additional rights.",
    },
  },
  askForCopy:
    "Ask the dealer for a copy of the warranty document and an explanation of warranty coverage, exclusions, and repair obligations.",
  inspect: "ASK THE DEALER IF YOUR MECHANIC CAN INSPECT THE VEHICLE ON OR OFF THE LOT.",
  history: {
    strong: "OBTAIN A VEHICLE HISTORY REPORT AND CHECK FOR OPEN SAFETY RECALLS.",
    rest: "For information on how to obtain a vehicle history report, visit ftc.gov/usedcars. To check for open safety recalls, visit safercar.gov. You will need the vehicle identification number (VIN) shown above to make the best use of the resources on these sites.",
  },
  otherSide: {
    strong: "SEE OTHER SIDE",
    rest: "for important additional information, including a list of major defects that may occur in used motor vehicles.",
  },
  spanishNotice:
    "Si el concesionario gestiona la venta en español, pídale una copia de la Guía del Comprador en español.",
  defects: "Here is a list of some major defects that may occur in used vehicles.",
  defectColumns: [
    [
      [
        "Frame & Body",
        "Frame-cracks, corrective welds, or rusted through",
        "Dog tracks-bent or twisted frame",
      ],
      [
        "Engine",
        "Oil leakage, excluding normal seepage",
        "Cracked block or head",
        "Belts missing or inoperable",
        "Knocks or misses related to camshaft lifters and push rods",
        "Abnormal exhaust discharge",
      ],
      [
        "Transmission & Drive Shaft",
        "Improper fluid level or leakage, excluding normal seepage",
        "Cracked or damaged case which is visible",
        "Abnormal noise or vibration caused by faulty transmission or drive shaft",
        "Improper shifting or functioning in any gear",
        "Manual clutch slips or chatters",
      ],
      [
        "Differential",
        "Improper fluid level or leakage, excluding normal seepage",
        "Cracked or damaged housing which is visible",
        "Abnormal noise or vibration caused by faulty differential",
      ],
    ],
    [
      ["Cooling System", "Leakage including radiator", "Improperly functioning water pump"],
      [
        "Electrical System",
        "Battery leakage",
        "Improperly functioning alternator, generator, battery, or starter",
      ],
      ["Fuel System", "Visible leakage"],
      ["Inoperable Accessories", "Gauges or warning devices", "Air conditioner", "Heater & Defroster"],
      [
        "Brake System",
        "Failure warning light broken",
        "Pedal not firm under pressure (DOT spec.)",
        "Not enough pedal reserve (DOT spec.)",
        "Does not stop vehicle in straight line (DOT spec.)",
        "Hoses damaged",
        "Drum or rotor too thin (Mfgr. Specs)",
        "Lining or pad thickness less than 1/32 inch",
        "Power unit not operating or leaking",
        "Structural or mechanical parts damaged",
      ],
      ["Air Bags"],
    ],
    [
      [
        "Steering System",
        "Too much free play at steering wheel (DOT specs.)",
        "Free play in linkage more than 1/4 inch",
        "Steering gear binds or jams",
        "Front wheels aligned improperly (DOT specs.)",
        "Power unit belts cracked or slipping",
        "Power unit fluid level improper",
      ],
      [
        "Suspension System",
        "Ball joint seals damaged",
        "Structural parts bent or damaged",
        "Stabilizer bar disconnected",
        "Spring broken",
        "Shock absorber mounting loose",
        "Rubber bushings damaged or missing",
        "Radius rod damaged or missing",
        "Shock absorber leaking or functioning improperly",
      ],
      ["Tires", "Tread depth less than 2/32 inch", "Sizes mismatched", "Visible damage"],
      ["Wheels", "Visible cracks, damage or repairs", "Mounting bolts loose or missing"],
      ["Exhaust System", "Leakage", "Catalytic Converter"],
    ],
  ],
  dealerName: "DEALER NAME",
  address: "ADDRESS",
  telephone: "TELEPHONE",
  email: "EMAIL",
  complaints: "FOR COMPLAINTS AFTER SALE, CONTACT:",
  acknowledgement: "I hereby acknowledge receipt of the Buyers Guide at the closing of this sale.",
  signature: "SIGNATURE",
  date: "DATE",
  contract: {
    strong: "IMPORTANT:",
    rest: "The information on this form is part of any contract to buy this vehicle. Removing this label before consumer purchase (except for purpose of test-driving) violates federal law (16 C.F.R. 455).",
  },
};

const SPANISH: GuideText = {
  code: "es",
  title: "GUÍA DEL COMPRADOR",
  important: {
    strong: "IMPORTANTE:",
    rest: "Las promesas verbales son difíciles de hacer cumplir. Solicite al concesionario que ponga todas las promesas por escrito. Conserve este formulario.",
  },
  make: "MARCA DEL VEHÍCULO",
  model: "MODELO",
  year: "AÑO",
  vin: "NÚMERO DE IDENTIFICACIÓN DEL VEHÍCULO (VIN)",
  warranties: "GARANTÍAS PARA ESTE VEHÍCULO:",
  asIs: {
    title: "COMO ESTÁ - SIN GARANTÍA DEL CONCESIONARIO",
    text: "EL CONCESIONARIO NO PROVEE NINGUNA GARANTÍA POR LAS REPARACIONES DESPUÉS DE LA VENTA.",
  },
  implied: {
    title: "SOLO GARANTÍAS IMPLÍCITAS",
    text: "El concesionario no hace ninguna promesa de reparar lo que sea necesario cuando compre el vehículo o posteriormente. Sin embargo, las garantías implícitas según las leyes estatales podrían darle algunos derechos para hacer que el concesionario se encargue de ciertos problemas que no fueran evidentes cuando compró el vehículo.",
  },
  dealer: "GARANTÍA DEL CONCESIONARIO",
  full: "GARANTÍA COMPLETA.",
  limited: {
    title: "GARANTÍA LIMITADA.",
    before: "El concesionario pagará el",
    between: "% de la mano de obra y el",
    after:
      "% de los repuestos de los sistemas cubiertos que dejen de funcionar durante el período de garantía. Pida al concesionario una copia de la garantía y de cualquier documento que explique la cobertura, las exclusiones y las obligaciones de reparación del concesionario.",
    implied: "Las garantías implícitas",
    end: "según las leyes de su estado podrían darle derechos adicionales.",
  },
  systems: "SISTEMAS CUBIERTOS:",
  duration: "DURACIÓN:",
  nonDealer: "GARANTÍAS PARA ESTE VEHÍCULO QUE NO SON DEL CONCESIONARIO:",
  boxes: {
    manufacturerWarranty: {
      strong: "LA GARANTÍA DEL FABRICANTE SIGUE VIGENTE.",
      rest: "La garantía original del fabricante no ha vencido para algunos componentes del vehículo.",
    },
    manufacturerUsedWarranty: {
      strong: "SE APLICA LA GARANTÍA DEL FABRICANTE PARA VEHÍCULOS USADOS.",
      rest: "",
    },
    otherUsedWarranty: { strong: "SE APLICA OTRA GARANTÍA PARA VEHÍCULOS USADOS.", rest: "" },
    serviceContract: {
      strong: "CONTRATO DE MANTENIMIENTO.",
      rest: "Con un cargo adicional, puede obtener un contrato de mantenimiento para este vehículo. Pregunte acerca de los detalles de la cobertura, los deducibles, el precio y las exclusiones. Si compra un contrato de mantenimiento dentro de los 90 días desde el momento en que compró el vehículo,",
      implied: "las garantías implícitas",
      end: "según las leyes de su estado podrían darle derechos adicionales.",
    },
  },
  askForCopy:
    "Pida al concesionario una copia del documento de la garantía y una explicación de la cobertura, las exclusiones y las obligaciones de reparación.",
  inspect:
    "PREGUNTE AL CONCESIONARIO SI SU MECÁNICO PUEDE INSPECCIONAR EL VEHÍCULO DENTRO O FUERA DEL CONCESIONARIO.",
  history: {
    strong:
      "OBTENGA UN INFORME DEL HISTORIAL DEL VEHÍCULO Y VERIFIQUE SI TIENE RETIROS DE SEGURIDAD PENDIENTES.",
    rest: "Para saber cómo obtener un informe del historial del vehículo, visite ftc.gov/carrosusados. Para verificar si tiene retiros de seguridad pendientes, visite safercar.gov. Necesitará el número de identificación del vehículo (VIN) que figura más arriba para aprovechar mejor los recursos de estos sitios.",
  },
  otherSide: {
    strong: "CONSULTE EL DORSO",
    rest: "para obtener información adicional importante, incluso una lista de defectos importantes que pueden presentarse en vehículos usados.",
  },
  defects: "Esta es una lista de algunos defectos importantes que pueden presentarse en vehículos usados.",
  defectColumns: [
    [
      [
        "Chasis y carrocería",
        "Chasis: grietas, soldaduras correctivas u oxidado de lado a lado",
        "Chasis doblado o torcido",
      ],
      [
        "Motor",
        "Pérdida de aceite, excluido el escape normal",
        "Bloque o tapa con grietas",
        "Correas faltantes o que no funcionan",
        "Golpeteo o fallas relacionadas con los levantaválvulas y las varillas de empuje",
        "Emisión anormal del escape",
      ],
      [
        "Transmisión y eje de transmisión",
        "Nivel de fluido inadecuado o pérdida, excluido el escape normal",
        "Cubierta con grietas o daños visibles",
        "Ruido o vibración anormal causado por una falla de la transmisión o del eje",
        "Cambio o funcionamiento inadecuado en cualquier marcha",
        "El embrague manual patina o vibra",
      ],
      [
        "Diferencial",
        "Nivel de fluido inadecuado o pérdida, excluido el escape normal",
        "Cubierta con grietas o daños visibles",
        "Ruido o vibración anormal causado por una falla del diferencial",
      ],
    ],
    [
      [
        "Sistema de enfriamiento",
        "Pérdida, incluido el radiador",
        "Funcionamiento inadecuado de la bomba de agua",
      ],
      [
        "Sistema eléctrico",
        "Pérdida en la batería",
        "Funcionamiento inadecuado del alternador, generador, batería o motor de arranque",
      ],
      ["Sistema de combustible", "Pérdida visible"],
      [
        "Accesorios que no funcionan",
        "Medidores o dispositivos de advertencia",
        "Aire acondicionado",
        "Calefacción y desempañador",
      ],
      [
        "Sistema de frenos",
        "Luz de advertencia de falla rota",
        "Pedal no firme bajo presión (espec. del DOT)",
        "Reserva insuficiente del pedal (espec. del DOT)",
        "No detiene el vehículo en línea recta (espec. del DOT)",
        "Mangueras dañadas",
        "Tambor o disco muy delgado (espec. del fabricante)",
        "Grosor del forro o de la pastilla de menos de 1/32 de pulgada",
        "La unidad de potencia no funciona o pierde fluido",
        "Partes estructurales o mecánicas dañadas",
      ],
      ["Bolsas de aire"],
    ],
    [
      [
        "Sistema de dirección",
        "Demasiado juego en el volante (espec. del DOT)",
        "Juego en el varillaje de más de 1/4 de pulgada",
        "El mecanismo de dirección se traba",
        "Ruedas delanteras mal alineadas (espec. del DOT)",
        "Correas de la unidad de potencia con grietas o que patinan",
        "Nivel de fluido inadecuado en la unidad de potencia",
      ],
      [
        "Sistema de suspensión",
        "Sellos de las rótulas dañados",
        "Partes estructurales dobladas o dañadas",
        "Barra estabilizadora desconectada",
        "Resorte roto",
        "Montura del amortiguador floja",
        "Bujes de goma dañados o faltantes",
        "Barra de radio dañada o faltante",
        "El amortiguador pierde fluido o funciona mal",
      ],
      [
        "Neumáticos",
        "Profundidad de la banda de rodamiento de menos de 2/32 de pulgada",
        "Tamaños diferentes",
        "Daños visibles",
      ],
      ["Ruedas", "Grietas, daños o reparaciones visibles", "Pernos de montaje flojos o faltantes"],
      ["Sistema de escape", "Pérdida", "Convertidor catalítico"],
    ],
  ],
  dealerName: "NOMBRE DEL CONCESIONARIO",
  address: "DIRECCIÓN",
  telephone: "TELÉFONO",
  email: "CORREO ELECTRÓNICO",
  complaints: "PARA RECLAMOS DESPUÉS DE LA VENTA, COMUNÍQUESE CON:",
  acknowledgement: "Por este medio confirmo haber recibido la Guía del Comprador al cierre de esta venta.",
  signature: "FIRMA",
  date: "FECHA",
  contract: {
    strong: "IMPORTANTE:",
    rest: "La información de este formulario forma parte de todo contrato de compra de este vehículo. Quitar esta etiqueta antes de la compra del consumidor (salvo para una prueba de manejo) infringe la ley federal (16 C.F.R. 455).",
  },
};

/** The form's wording in each language. */
export const GUIDE_TEXTS: Record<GuideLanguage, GuideText> = { english: ENGLISH, spanish: SPANISH };
