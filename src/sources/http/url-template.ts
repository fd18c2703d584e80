import { MappingError, type MappingPath, type Scope } from '../../corpus/import/index.ts'
import { compileText, renderText, type TextTemplate, type VendorLanguage } from './text-template.ts'

/** An address up to its path; undefined when it cannot be made of the question. */
export type BuildUrl = (scope: Scope) => string | undefined

const literalOrigin = /^https?:\/\/[^/?#\s]+(?=\/|$)/

/**
 * Compiles `{{settings.base}}/people/{{question.slug}}`. Where the request goes is the operator's word alone: the host
 * is written out or comes from `settings`. Values in the path are percent-encoded, and a segment that would climb
 * (`..`) makes no address.
 */
export function compileUrl(source: unknown, mappingPath: MappingPath, language: VendorLanguage): BuildUrl {
  if (typeof source !== 'string') throw new MappingError('expected an address', mappingPath)
  if (/[?#]/.test(source)) throw new MappingError('parameters belong under `query`', mappingPath)
  const { pieces } = compileText(source, mappingPath, language)
  const [first, ...rest] = pieces
  const origin = typeof first === 'string' ? literalOrigin.exec(first)?.[0] : undefined
  if (typeof first === 'string' && origin !== undefined) {
    if (origin === first && rest.length > 0) throw new MappingError('after the host comes a `/`', mappingPath)
    const path: TextTemplate = { pieces: [first.slice(origin.length), ...rest], only: undefined }
    return (scope) => joined(origin, path, scope)
  }
  if (typeof first === 'object' && first.path.startsWith('settings.')) {
    const [next] = rest
    if (next !== undefined && !(typeof next === 'string' && next.startsWith('/')))
      throw new MappingError('after the base comes a `/`', mappingPath)
    const base: TextTemplate = { pieces: [first], only: first }
    const path: TextTemplate = { pieces: rest, only: undefined }
    return (scope) => {
      const start = renderText(base, scope)
      return start === undefined ? undefined : joined(start.replace(/\/+$/, ''), path, scope)
    }
  }
  throw new MappingError('the host is written out (`https://…`) or comes from `{{settings.…}}`', mappingPath)
}

function joined(start: string, path: TextTemplate, scope: Scope): string | undefined {
  const rendered = renderText(path, scope, encodeURIComponent)
  if (rendered === undefined) return undefined
  // The URL parser takes `%2e` for a dot, too.
  const climbs = rendered.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
  return climbs || !URL.canParse(start + rendered) ? undefined : start + rendered
}
