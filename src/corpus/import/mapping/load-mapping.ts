import { readFile } from 'node:fs/promises'
import { isMap, isPair, isScalar, LineCounter, parseDocument, type Document, type Node } from 'yaml'
import { compileMapping, type Mapping } from './compile-mapping.ts'
import { MappingError, type MappingPath } from './scope.ts'

/** A mapping file that cannot be used. The message names file and line. */
export class InvalidMapping extends Error {
  override readonly name = 'InvalidMapping'
}

/** Reads a mapping file, YAML or JSON. Throws InvalidMapping, or what reading the file threw. */
export async function loadMapping(file: string): Promise<Mapping> {
  return parseMapping(await readFile(file, 'utf8'), file)
}

/** The same from a text; messages call it `name`. */
export const parseMapping = (text: string, name = 'mapping'): Mapping => parseWith(compileMapping, text, name)

/** Compiles the content of a YAML or JSON text. Mistakes are thrown as InvalidMapping, with their line. */
export function parseWith<T>(compile: (content: unknown) => T, text: string, name: string): T {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const broken = document.errors[0]
  if (broken) throw new InvalidMapping(`${name}:${lines.linePos(broken.pos[0]).line}: ${broken.message}`)
  try {
    return compile(readContent(document, name))
  } catch (error) {
    if (!(error instanceof MappingError)) throw error
    const line = lines.linePos(findOffset(document, error.mappingPath)).line
    const where = error.mappingPath.length > 0 ? ` (${error.mappingPath.join('.')})` : ''
    throw new InvalidMapping(`${name}:${line}: ${error.message}${where}`, { cause: error })
  }
}

/** Throws where aliases expand to more than a mapping file ever holds, since a few lines could fill the memory. */
function readContent(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    throw new InvalidMapping(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** The place of a path in the text: at its key, or as near to it as the text goes. */
function findOffset(document: Document, mappingPath: MappingPath): number {
  for (let length = mappingPath.length; length > 0; length--) {
    const holder = length === 1 ? document.contents : document.getIn(mappingPath.slice(0, length - 1), true)
    const key = mappingPath[length - 1]
    if (isMap(holder)) {
      const pair = holder.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(key),
      )
      const offset = isScalar(pair?.key) ? pair.key.range?.[0] : undefined
      if (offset !== undefined) return offset
    }
    const node = document.getIn(mappingPath.slice(0, length), true) as Node | undefined
    if (node?.range) return node.range[0]
  }
  return 0
}
