import { beforeAll, expect, test } from 'vitest'
import { discoverRegistry } from '../../src/capabilities/discover.ts'
import type { Registry } from '../../src/operation/index.ts'
import { parsePlatformNames, platformWords } from '../../src/lib/platform-names.ts'
import { createDocuments, type Documents } from '../../src/surfaces/documents/index.ts'
import { openApiDocument } from '../../src/surfaces/openapi/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { registry as usual } from './registry.ts'

const setting = platformWords.map((word) => `${word}=outside${word.slice(0, 3)}`).join(',')
const names = parsePlatformNames(setting)
const ofPlatforms = usual.operations.filter(({ id }) =>
  platformWords.some((word) => new RegExp(`^${word}[A-Z]`).test(id)),
)

let registry: Registry
let documents: Documents
beforeAll(async () => {
  registry = await discoverRegistry(setting)
  documents = createDocuments({ registry, baseUrl: 'http://almanac.test' })
})

const page = (path: string) => {
  const found = documents.find(path, undefined)
  return found && Buffer.from(found.body).toString()
}

/** An operation as the names above have it. */
function renamed({ id, path }: { id: string; path: string }) {
  const word = platformWords.find((each) => new RegExp(`^${each}[A-Z]`).test(id))!
  const name = names[word]
  return { id: name + id.slice(word.length), path: path.replace(`/v1/${word}`, `/v1/${name}`) }
}

test('every operation of a platform is renamed in id and path together, the others stay', () => {
  verifies('family.platform-names')
  expect(ofPlatforms.length).toBeGreaterThanOrEqual(11)
  for (const operation of ofPlatforms) {
    const { id, path } = renamed(operation)
    expect(registry.find(id)).toMatchObject({ id, path, method: 'POST', slice: operation.slice })
    expect(registry.find(operation.id)).toBeUndefined()
  }
  expect(registry.operations).toHaveLength(usual.operations.length)
  const others = usual.operations.filter((operation) => !ofPlatforms.includes(operation))
  for (const { id, path } of others) expect(registry.find(id)?.path).toBe(path)
})

test('their examples begin with what makes their ids, by its name here', () => {
  const polls = ofPlatforms.filter(({ follows }) => follows !== undefined)
  expect(polls.length).toBeGreaterThanOrEqual(4)
  for (const operation of polls) {
    const maker = renamed(usual.find(operation.follows!)!)
    expect(page(`/ai-docs/${renamed(operation).id}.md`)).toContain(`# From an answer of ${maker.id}.`)
  }
})

test('the documents name them so, and nothing has the first name any more', () => {
  verifies('family.platform-names')
  const openapi = openApiDocument(registry)
  const text = JSON.stringify(openapi) + page('/llms-full.txt')
  for (const operation of ofPlatforms) {
    const { id, path } = renamed(operation)
    expect(openapi.paths[path]?.['post']).toMatchObject({ operationId: id })
    expect(openapi.paths[operation.path]).toBeUndefined()
    expect(page(`/ai-docs/${id}.md`)).toContain(path)
    expect(page(`/ai-docs/${operation.id}.md`)).toBeUndefined()
    expect(text).not.toMatch(new RegExp(`\\b${operation.id}\\b`))
    expect(text).not.toContain(`${operation.path}"`)
  }
})
