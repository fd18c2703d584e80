import { guardFormula } from '../../lib/formula-guard.ts'

/** Parts of a workbook (ECMA-376): what its sheets, its table of sheets and its styles say. */

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Most characters of a cell of Excel. */
const maxCharacters = 32_767
/** Numbers beyond have more digits than Excel keeps. */
const maxNumber = 10 ** 15

/** A number as a workbook showed it, or an error that it held: neither is a text. */
export type SheetValue = { number: number; format?: string | undefined } | { error: string }

/** Styles of the cells of a workbook: how their numbers are shown. */
export class CellStyles {
  readonly #formats = new Map<string, number>()

  /** Number of a format, from the first free one on. Excel takes about 65,000 formats; values beyond them are shown without one. */
  of(format: string | undefined): number {
    if (format === undefined) return 0
    let style = this.#formats.get(format)
    if (style === undefined) {
      if (this.#formats.size >= maxFormats) return 0
      style = this.#formats.size + ownStyles
      this.#formats.set(format, style)
    }
    return style
  }

  get formats(): readonly string[] {
    return [...this.#formats.keys()]
  }
}

/** The plain one, and that of a text which looks like a formula. */
const ownStyles = 2
const maxFormats = 10_000
/** Lower ids are Excel's own formats. */
const firstFormatId = 164

export const sheetHead = `${declaration}<worksheet ${main}><sheetData>`
export const sheetTail = '</sheetData></worksheet>'

/** A row of a sheet. Cells without text are left out; no text is a formula, now or when it is edited. */
export function xmlRow(
  cells: readonly (string | number | boolean | SheetValue)[],
  number: number,
  styles = new CellStyles(),
): string {
  let xml = `<row r="${number}">`
  for (let index = 0; index < cells.length; index++) {
    const value = cells[index]!
    if (value !== '') xml += xmlCell(value, `${columnName(index)}${number}`, styles)
  }
  return `${xml}</row>`
}

function xmlCell(
  value: string | number | boolean | SheetValue,
  reference: string,
  styles: CellStyles,
): string {
  if (typeof value === 'object') return typedCell(value, reference, styles)
  if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value === 'number' && Math.abs(value) < maxNumber)
    return `<c r="${reference}"><v>${value}</v></c>`
  const text = withinCell(String(value))
  // Style 1 is the apostrophe that spreadsheets show in front of a text they must not run.
  const style = guardFormula(text) === text ? '' : ' s="1"'
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}"${style} t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`
}

function typedCell(value: SheetValue, reference: string, styles: CellStyles): string {
  if ('error' in value) return `<c r="${reference}" t="e"><v>${xmlText(value.error)}</v></c>`
  const style = styles.of(value.format)
  return `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`}><v>${value.number}</v></c>`
}

/** A text that no cell holds is cut, and says so at its end. */
function withinCell(text: string): string {
  if (text.length <= maxCharacters) return text
  const note = ` … [cut: ${text.length} characters]`
  return text.slice(0, maxCharacters - note.length).toWellFormed() + note
}

const unsaid = /(?![\t\n])[\p{Cc}\ufffe\uffff]/u
const escaped = /[<>&]|_x[0-9A-Fa-f]{4}_/

/** Characters that XML cannot say are written as `_x0001_`, and so is what looks like that already. */
function xmlText(value: string): string {
  const text = value.toWellFormed()
  if (!unsaid.test(text) && !escaped.test(text)) return text
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(new RegExp(unsaid, 'gu'), (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase()
      return `_x${code.padStart(4, '0')}_`
    })
    .replace(/[<>&]/g, (character) => ({ '<': '&lt;', '>': '&gt;' })[character] ?? '&amp;')
}

const names: string[] = []

/** A, B, … Z, AA, AB, … */
function columnName(index: number): string {
  return (names[index] ??= nameColumn(index))
}

function nameColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter
}

const relationships = (targets: readonly (readonly [kind: string, target: string])[]): string =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([kind, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${kinds}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const override = (part: string, type: string) =>
  `<Override PartName="/xl/${part}" ContentType="${contentType}.${type}+xml"/>`

/** What stands before the sheets. How many there will be is not known: whatever is not named is a sheet. */
export const packageParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="${contentType}.worksheet+xml"/>` +
    `${override('workbook.xml', 'sheet.main')}${override('styles.xml', 'styles')}</Types>`,
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
}

function stylesXml(formats: readonly string[]): string {
  const named = formats.map(
    (format, index) =>
      `<numFmt numFmtId="${firstFormatId + index}" formatCode="${xmlText(format).replaceAll('"', '&quot;')}"/>`,
  )
  const cells = formats.map(
    (_, index) =>
      `<xf numFmtId="${firstFormatId + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return (
    `${declaration}<styleSheet ${main}>${named.length === 0 ? '' : `<numFmts count="${named.length}">${named.join('')}</numFmts>`}` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${ownStyles + cells.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>${cells.join('')}</cellXfs></styleSheet>`
  )
}

/** What stands behind so many sheets, and the styles of their cells. */
export function workbookParts(sheets: number, styles: CellStyles): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const named = numbers.map(
    (number) =>
      `<sheet name="${number === 1 ? 'Rows' : `Rows ${number}`}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  const targets = numbers.map((number) => ['worksheet', `worksheets/sheet${number}.xml`] as const)
  return {
    'xl/styles.xml': stylesXml(styles.formats),
    'xl/workbook.xml': `${declaration}<workbook ${main} xmlns:r="${kinds}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([...targets, ['styles', 'styles.xml']]),
  }
}
