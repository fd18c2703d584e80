import { getFormatFromId } from 'numfmt'
import { decoded, readXml, withoutEscapes, xmlText } from './read-xml.ts'

/** The format of each style of cells; undefined if it is the general one. */
export function listFormats(styles: Uint8Array | undefined): (string | undefined)[] {
  if (styles === undefined) return []
  const own = new Map<string, string>()
  const formats: (string | undefined)[] = []
  let isCellStyle = false
  readXml(xmlText(styles), {
    open(name, attributes) {
      if (name === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes()
        own.set(numFmtId, decoded(formatCode))
      } else if (name === 'cellXfs') isCellStyle = true
      else if (name === 'xf' && isCellStyle) formats.push(findFormat(attributes()['numFmtId'] ?? '0', own))
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return formats
}

function findFormat(id: string, own: ReadonlyMap<string, string>): string | undefined {
  const code = own.get(id) ?? builtIn(Number(id))
  return code === undefined || code === '' || code.toLowerCase() === 'general' ? undefined : code
}

function builtIn(id: number): string | undefined {
  if (id === 0 || id > 163) return undefined
  return getFormatFromId(id)
}

/** Texts that cells refer to by number. Rich text is joined; how it is read aloud is left out. */
export function listTexts(sharedStrings: Uint8Array | undefined): string[] {
  const texts: string[] = []
  if (sharedStrings === undefined) return texts
  let [text, isText, aloud] = ['', false, 0]
  readXml(xmlText(sharedStrings), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') isText = aloud === 0
      else if (name === 'rPh') aloud += 1
    },
    close(name) {
      if (name === 'si') texts.push(withoutEscapes(text))
      else if (name === 't') isText = false
      else if (name === 'rPh') aloud -= 1
    },
    text(part) {
      if (isText) text += part
    },
  })
  return texts
}
