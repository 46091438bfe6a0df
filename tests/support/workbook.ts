import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** A cell: text, a number, yes or no, or a number with the style of this number (1 a day, 2 five digits). */
export type Cell = string | number | boolean | { value: number; style: number } | undefined;

interface WorkbookOptions {
  /** The sheets before the one with the rows, which are hidden. */
  hidden?: number;
  /** Replaces or adds files of the zip. */
  files?: Record<string, string>;
}

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** An Excel workbook with these rows in its sheet "Cars"; a row that is undefined is left out, as Excel does. */
export async function workbook(
  rows: readonly (readonly Cell[] | undefined)[],
  { hidden = 0, files = {} }: WorkbookOptions = {},
): Promise<Buffer> {
  const texts: string[] = [];
  const lines = rows.map((cells, row) =>
    cells
      ? `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${letter(column)}${row + 1}`, texts)).join("")}</row>`
      : "",
  );
  const names = [...Array.from({ length: hidden }, (_, index) => `Hidden ${index + 1}`), "Cars"];
  const zip = new ZipFile();
  const parts = {
    "xl/workbook.xml": `<workbook ${NAMESPACE} xmlns:r="${RELATIONS}"><sheets>${names
      .map(
        (name, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"${name === "Cars" ? "" : ' state="hidden"'}/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${names
      .map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`)
      .join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst ${NAMESPACE}>${texts.map((text) => `<si><r><t xml:space="preserve">${escaped(text)}</t></r></si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet ${NAMESPACE}><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    [`xl/worksheets/sheet${names.length}.xml`]: `<worksheet ${NAMESPACE}><sheetData>${lines.join("")}</sheetData></worksheet>`,
    ...files,
  };
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

function cellXml(cell: Cell, reference: string, texts: string[]): string {
  if (cell === undefined || cell === "") return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${reference}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === "object") return `<c r="${reference}" s="${cell.style}"><v>${cell.value}</v></c>`;
  if (!texts.includes(cell)) texts.push(cell);
  return `<c r="${reference}" t="s"><v>${texts.indexOf(cell)}</v></c>`;
}

function letter(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : letter(Math.floor(column / 26) - 1) + letter(column % 26);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
