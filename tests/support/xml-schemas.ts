import { readFileSync } from "node:fs";
import { RelaxNGValidator, XmlDocument, XsdValidator } from "libxml2-wasm";

const schema = (file: string) => XmlDocument.fromBuffer(readFileSync(`tests/support/${file}`));
const FORMATS = {
  atom: RelaxNGValidator.fromDoc(schema("atom.rng")),
  sitemap: XsdValidator.fromDoc(schema("sitemap.xsd")),
};

/** Throws where an XML text is not what its format asks for. */
export function expectValid(xml: string, format: keyof typeof FORMATS): void {
  const document = XmlDocument.fromString(xml);
  try {
    FORMATS[format].validate(document);
  } finally {
    document.dispose();
  }
}
