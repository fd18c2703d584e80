import { describe, expect, test } from 'vitest'
import { parseVendorFile } from './vendor-file.ts'

const settings = { base: 'https://api.example', key: 'k' }

/** A file with one capability. */
const vendor = (capability: string, yaml: string) =>
  `answers:\n  ${capability}:\n${yaml.replaceAll(/^/gm, '    ')}`
const verifier = (request: string, more = '') =>
  vendor('email.verify', `request: ${request}\nanswer: { status: verdict }\n${more}`)

describe('a file with a mistake is told with its line', () => {
  const base = 'request: { url: "{{settings.base}}/" }'
  test.each([
    ['answers: {}', /vendor\.yaml:1: .*capabilities/],
    ['answers:\n  emails: {}', /:2: a capability is one of/],
    [vendor('email.verify', `${base}\nanswer: { state: x }`), /no member `state`.*did you mean `status`/],
    [vendor('email.verify', `${base}\nanswer: { status: $x }`), /`\$x` is not in `define`/],
    [vendor('email.verify', `${base}\nanswer: { status: x }\nfilters: [a]`), /only searches have filters/],
    [vendor('company.search', `${base}\nanswer: { records: x }`), /list of filters/],
    [verifier('{ url: "https://{{question.email}}/" }'), /the host/],
    [verifier('{ url: "https://api.example{{question.email}}/" }'), /after the host/],
    [verifier('{ url: "{{settings.base}}.evil/" }'), /after the base/],
    [verifier('{ url: "{{question.email}}/x" }'), /the host/],
    [verifier('{ url: "https://a.example/x?y=1" }'), /under `query`/],
    [verifier('{ url: "{{settings.bse}}/" }'), /no `bse`; did you mean `settings\.base`/],
    [verifier('{ url: "{{settings.base}}/{{question.mail}}" }'), /`question` has no `mail`/],
    [verifier('{ url: "{{settings.base}}/{{email}}" }'), /starts with question/],
    [verifier('{ url: "{{settings.base}}/{{question.email}" }'), /written `\{\{path\}\}`/],
    [verifier('{ method: HEAD, url: "{{settings.base}}/" }'), /method is one of/],
    [verifier('{ url: "{{settings.base}}/", headers: { host: x } }'), /not a header/],
    [verifier('{ url: "{{settings.base}}/", headers: { "a b": x } }'), /not a header/],
    [verifier('{ url: "{{settings.base}}/", json: {}, form: {} }'), /`json` or `form`/],
    [verifier('{ url: "{{settings.base}}/" }', 'errors: [{ is: not_found }]'), /`status` or `when`/],
    [verifier('{ url: "{{settings.base}}/" }', 'errors: [{ status: 999, is: refused }]'), /not a status/],
    [verifier('{ url: "{{settings.base}}/" }', 'paging: { offset: 5 }'), /`items`/],
    [verifier('{ url: "{{settings.base}}/" }', 'paging: { token: a, link: true }'), /exactly one/],
    [verifier('{ url: "{{settings.base}}/" }', 'paging: { token: a, most: 1000 }'), /1 to 100/],
    [verifier('{ url: "{{settings.base}}/" }', 'cost: { per_call: x }'), /a number/],
    [verifier('{ url: [1] }'), /expected an address/],
    ['answers: [', /vendor\.yaml:1/],
  ])('%s', (file, message) => {
    expect(() => parseVendorFile(file, 'vendor.yaml', settings)).toThrow(message)
  })
})
