import {
  isMissing,
  isPlainObject,
  MappingError,
  readMembers,
  type MappingPath,
  type Scope,
} from '../../corpus/import/index.ts'
import type { OutboundRequest } from '../../platform/outbound/index.ts'
import { compileText, renderText, toText, type TextTemplate, type VendorLanguage } from './text-template.ts'
import { compileUrl } from './url-template.ts'

/** A request without what the caller adds (deadline, signal). */
export type BuiltRequest = Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>

/**
 * Fills a template in. Values are encoded for the place they stand in, so none can become another path, parameter,
 * header or member. Undefined when the question lacks what the request cannot do without, or has what cannot be sent:
 * then the vendor cannot be asked it.
 */
export type BuildRequest = (scope: Scope) => BuiltRequest | undefined

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const sections = ['method', 'url', 'headers', 'query', 'json', 'form']
const isHeaderName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
/** They belong to the connection. */
const ownHeaders = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'accept-encoding'])
/** Header values: visible Latin-1, blanks and tabs; above all no line breaks. */
// oxlint-disable-next-line no-control-regex
const isHeaderValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** `headers` are those of every request of the file; a request's own ones win. Throws MappingError. */
export function compileRequest(
  source: unknown,
  mappingPath: MappingPath,
  { language, headers: everywhere }: { language: VendorLanguage; headers: unknown },
): BuildRequest {
  const members = readMembers(source, mappingPath, sections)
  const method = methods.find((each) => each === (members['method'] ?? 'GET'))
  if (method === undefined)
    throw new MappingError(`method is one of ${methods.join(', ')}`, [...mappingPath, 'method'])
  if ('json' in members && 'form' in members)
    throw new MappingError('a request has `json` or `form`', [...mappingPath, 'form'])
  const url = compileUrl(members['url'], [...mappingPath, 'url'], language)
  const headers = new Map([
    ...compileHeaders(everywhere, ['headers'], language),
    ...compileHeaders(members['headers'], [...mappingPath, 'headers'], language),
  ])
  const query = compileFields(members['query'], [...mappingPath, 'query'], language)
  const form = compileFields(members['form'], [...mappingPath, 'form'], language)
  const json =
    'json' in members ? compileJson(members['json'], [...mappingPath, 'json'], language) : undefined
  return (scope) => {
    const address = url(scope)
    const rendered = renderHeaders(headers, scope)
    if (address === undefined || rendered === undefined) return undefined
    const search = encodeFields(query, scope)
    const built = { method, url: search === '' ? address : `${address}?${search}` }
    if (json !== undefined) {
      const type = { 'content-type': 'application/json' }
      return { ...built, headers: { ...type, ...rendered }, body: JSON.stringify(json(scope) ?? {}) }
    }
    if (form.length === 0) return { ...built, headers: rendered }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return { ...built, headers: { ...type, ...rendered }, body: encodeFields(form, scope) }
  }
}

type Fields = readonly (readonly [name: string, value: TextTemplate])[]

function compileFields(source: unknown, mappingPath: MappingPath, language: VendorLanguage): Fields {
  if (source === undefined) return []
  if (!isPlainObject(source)) throw new MappingError('expected a map of names to texts', mappingPath)
  return Object.entries(source).map(([name, value]) => {
    if (typeof value === 'object') throw new MappingError('expected a text', [...mappingPath, name])
    return [name, compileText(String(value), [...mappingPath, name], language)] as const
  })
}

/** Parameters without a value are left out; a list in a place of its own repeats the parameter. */
function encodeFields(fields: Fields, scope: Scope): string {
  const search = new URLSearchParams()
  for (const [name, template] of fields) {
    const value = template.only?.value(scope)
    const texts = Array.isArray(value) ? value.map(toText) : [renderText(template, scope)]
    for (const text of texts) if (text !== undefined) search.append(name, text)
  }
  return search.toString()
}

function compileHeaders(source: unknown, mappingPath: MappingPath, language: VendorLanguage): Fields {
  const fields = compileFields(source, mappingPath, language)
  for (const [name] of fields)
    if (!isHeaderName.test(name) || ownHeaders.has(name.toLowerCase()))
      throw new MappingError(`\`${name}\` is not a header a request can set`, [...mappingPath, name])
  return fields.map(([name, value]) => [name.toLowerCase(), value] as const)
}

function renderHeaders(
  headers: ReadonlyMap<string, TextTemplate>,
  scope: Scope,
): Record<string, string> | undefined {
  const rendered: Record<string, string> = {}
  for (const [name, template] of headers) {
    const text = renderText(template, scope)
    if (text === undefined) continue
    if (!isHeaderValue.test(text)) return undefined
    rendered[name] = text
  }
  return rendered
}

/** A place that is a whole text becomes the value itself, number or list included; what has no value is left out. */
function compileJson(
  source: unknown,
  mappingPath: MappingPath,
  language: VendorLanguage,
): (scope: Scope) => unknown {
  if (typeof source === 'string') {
    const template = compileText(source, mappingPath, language)
    return (scope) => {
      if (template.only === undefined) return renderText(template, scope)
      const value = template.only.value(scope)
      return isMissing(value) ? undefined : value
    }
  }
  if (Array.isArray(source)) {
    const entries = source.map((entry, index) => compileJson(entry, [...mappingPath, index], language))
    return (scope) => entries.map((entry) => entry(scope)).filter((value) => value !== undefined)
  }
  if (!isPlainObject(source)) return () => source
  const members = Object.entries(source).map(
    ([key, value]) => [key, compileJson(value, [...mappingPath, key], language)] as const,
  )
  return (scope) => {
    const filled = members.flatMap(([key, member]) => {
      const value = member(scope)
      return value === undefined ? [] : [[key, value] as const]
    })
    return filled.length === 0 && members.length > 0 ? undefined : Object.fromEntries(filled)
  }
}
