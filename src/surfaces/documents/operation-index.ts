import type { AnyOperation, Registry } from '../../operation/index.ts'
import { interfaceVersion, utilities, utilityTag } from '../openapi/index.ts'

/** One tag: its name, the address of its page, and what it holds. */
interface Section {
  tag: string
  address: string
  entries: readonly { id: string; line: string }[]
}

/** Every operation and document by tag. The page of a tag has the details, so that this one stays short. */
export function operationIndex(registry: Registry): string {
  const sections = listSections(registry).map(({ tag, address, entries }) => {
    const ids = entries.map(({ id }) => `- [${id}](${makePageAddress(id)})`)
    return `## ${tag}\n\n[Methods, paths and prices](${address})\n\n${ids.join('\n')}`
  })
  return [
    '# Almanac: operation index',
    `Interface version ${interfaceVersion}. An operation that is not listed here is not supported.`,
    ...sections,
  ].join('\n\n')
}

/** The page of each tag by address: its operations with method and path, what they do, price. */
export function tagPages(registry: Registry): Map<string, string> {
  return new Map(
    listSections(registry).map(({ tag, address, entries }) => [
      address,
      `# ${tag}\n\n${entries.map(({ line }) => line).join('\n')}`,
    ]),
  )
}

/** Tags with the addresses of their pages and how many operations each has. */
export function tagLinks(registry: Registry): { tag: string; address: string; count: number }[] {
  return listSections(registry).map(({ tag, address, entries }) => ({ tag, address, count: entries.length }))
}

function listSections(registry: Registry): Section[] {
  const byTag = Map.groupBy(registry.operations, (operation) => operation.tag)
  const sections = [...byTag].map(([tag, operations]) =>
    makeSection(
      tag,
      operations.map((operation) => ({ id: operation.id, line: writeLine(operation) })),
    ),
  )
  const documents = utilities.map(({ id, path, summary }) => ({
    id,
    line: `- [${id}](${makePageAddress(id)}): \`GET ${path}\` ${summary}. Free, no key.`,
  }))
  return [...sections, makeSection(utilityTag, documents)]
}

function makeSection(tag: string, entries: Section['entries']): Section {
  const slug = tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return { tag, address: `/ai-docs/tag-${slug}.md`, entries }
}

const makePageAddress = (id: string) => `/ai-docs/${id}.md`

function writeLine({ id, method, path, summary, price, access }: AnyOperation): string {
  const key = { key: '', public: ' No key.', operator: " The operator's token." }[access]
  return `- [${id}](${makePageAddress(id)}): \`${method} ${path}\` ${summary}. ${price.describe}${key}`
}
