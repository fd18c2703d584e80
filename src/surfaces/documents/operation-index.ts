import type { AnyOperation, Registry } from '../../operation/index.ts'
import { interfaceVersion, utilities, utilityTag } from '../openapi/index.ts'

/** Every operation and document by tag: id with its page, method and path, price. */
export function operationIndex(registry: Registry): string {
  const byTag = Map.groupBy(registry.operations, (operation) => operation.tag)
  const sections = [...byTag].map(([tag, operations]) => section(tag, operations.map(line)))
  const documents = utilities.map(
    ({ id, path, summary }) => `- [${id}](/ai-docs/${id}.md): \`GET ${path}\` ${summary}. Free, no key.`,
  )
  return [
    '# Almanac: operation index',
    `Interface version ${interfaceVersion}. An operation that is not listed here is not supported.`,
    ...sections,
    section(utilityTag, documents),
  ].join('\n\n')
}

const section = (tag: string, lines: readonly string[]) => `## ${tag}\n\n${lines.join('\n')}`

function line({ id, method, path, summary, price, access }: AnyOperation): string {
  const key = { key: '', public: ' No key.', operator: " The operator's token." }[access]
  return `- [${id}](/ai-docs/${id}.md): \`${method} ${path}\` ${summary}. ${price.describe}${key}`
}
