import { nearest } from '../../lib/edit-suggestion.ts'
import {
  isMissing,
  MappingError,
  type Evaluate,
  type MappingLanguage,
  type MappingPath,
  type Scope,
} from '../../corpus/import/index.ts'

/** The language of mapping files, with what a request may name. */
export interface VendorLanguage extends MappingLanguage {
  /** First members of each root a place may start at: `question`, `settings`, `page`. */
  roots: Readonly<Record<string, ReadonlySet<string>>>
}

/** A text with `{{path}}` places, compiled. */
export interface TextTemplate {
  /** The text in pieces; a place is what it evaluates to. */
  pieces: readonly (string | Place)[]
  /** The place, when there is nothing else in the text. */
  only: Place | undefined
}

export interface Place {
  /** As written, without braces. */
  path: string
  value: Evaluate
}

const place = /\{\{([^{}]*)\}\}/

/** Compiles `Bearer {{settings.key}}`. Paths are those of mapping files, over `question`, `settings` and `page`. */
export function compileText(
  source: string,
  mappingPath: MappingPath,
  language: VendorLanguage,
): TextTemplate {
  const parts = source.split(place)
  const pieces = parts.flatMap((part, index): (string | Place)[] => {
    if (index % 2 === 0) {
      if (part.includes('{{') || part.includes('}}'))
        throw new MappingError('a place is written `{{path}}`', mappingPath)
      return part === '' ? [] : [part]
    }
    const path = part.trim()
    checkPlace(path, mappingPath, language)
    return [{ path, value: language.expression(path, mappingPath) }]
  })
  const [first] = pieces
  return { pieces, only: pieces.length === 1 && typeof first === 'object' ? first : undefined }
}

/** A misspelt place would have no value, ever; it is told when the file is read. */
function checkPlace(path: string, mappingPath: MappingPath, { roots, checkNames }: VendorLanguage): void {
  if (path.startsWith('$')) return checkNames(path, [])
  const [, root = path, member] = /^(\w+)(?:\.(\w+))?/.exec(path) ?? []
  const members = Object.hasOwn(roots, root) ? roots[root] : undefined
  if (members === undefined)
    throw new MappingError(`a place starts with ${Object.keys(roots).join(', ')} or \`$name\``, mappingPath)
  if (member === undefined || members.has(member)) return
  const meant = nearest(member, members)
  const hint = meant === undefined ? '' : `; did you mean \`${root}.${meant}\`?`
  throw new MappingError(`\`${root}\` has no \`${member}\`${hint}`, mappingPath)
}

/**
 * The text with its places filled in, each as `encode` makes it safe where the text stands. Undefined when a place has
 * no value, or one that is no text.
 */
export function renderText(
  { pieces }: TextTemplate,
  scope: Scope,
  encode: (text: string) => string = (text) => text,
): string | undefined {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    const value = toText(piece.value(scope))
    if (value === undefined) return undefined
    text += encode(value)
  }
  return text
}

/** A value as one text: lists with commas between their entries. Undefined for nothing and for objects. */
export function toText(value: unknown): string | undefined {
  if (isMissing(value)) return undefined
  if (Array.isArray(value)) {
    const texts = value.map(toText)
    return texts.some((text) => text === undefined) ? undefined : texts.join(',')
  }
  return typeof value === 'object' ? undefined : String(value).toWellFormed()
}
