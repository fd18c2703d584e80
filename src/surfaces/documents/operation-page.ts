import { curlCommand, priceList, quoted, type AnyOperation, type FileBody } from '../../operation/index.ts'
import { limitSentence, type Json, type OpenApiDocument, type Utility } from '../openapi/index.ts'
import { componentOf, memberRows, type MemberRow } from './member-rows.ts'

export interface PageContext {
  document: OpenApiDocument
  baseUrl: string
}

/** Deep enough for every filter of a search; answers are outlined less deep, their records are long. */
const requestDepth = 5
const answerDepth = 2

/** The page of one operation, in Markdown. */
export function operationPage(operation: AnyOperation, context: PageContext): string {
  return [
    `# ${operation.id}`,
    `${operation.summary}. ${operation.describe}`,
    `\`${operation.method} ${operation.path}\``,
    facts(operation),
    '## Request',
    request(operation, context),
    '## Answer',
    answer(operation, context),
    '## Failures',
    failureList(operation),
    '## Example',
    `\`\`\`sh\n${curlCommand(operation, { baseUrl: context.baseUrl, input: operation.examples[0]?.input ?? {} })}\n\`\`\``,
  ].join('\n\n')
}

/** The page of a document. */
export function utilityPage(utility: Utility, { baseUrl }: PageContext): string {
  const url = baseUrl + utility.path.replace('{operationId}', 'index')
  return [
    `# ${utility.id}`,
    `${utility.summary}. ${utility.describe}`,
    `\`GET ${utility.path}\``,
    `- Price: free.\n- Key: none needed.\n- Answers: ${utility.types.join(', ')}.`,
    '## Example',
    `\`\`\`sh\ncurl -s ${quoted(url)}\n\`\`\``,
  ].join('\n\n')
}

const keyFacts: Record<AnyOperation['access'], string> = {
  key: '- Key: needed (`x-api-key` header, `Authorization: Bearer`, or member `apiKey`).',
  public: '- Key: none needed.',
  operator: "- Key: the operator's token (`Authorization: Bearer`, `ALMANAC_OPERATOR_TOKEN`).",
}

/** Which keys may call it, too: `docs/guide/keys.md`. */
function effectFact({ effect, repeatable }: AnyOperation): string {
  const does = {
    ...{ reads: 'reads, and changes nothing', spends: 'spends credits, and changes nothing else' },
    changes: 'changes something: not with a read-only key',
  }
  return `- Effect: ${does[effect]}.${effect === 'changes' && repeatable ? ' Sent twice it does what it does once.' : ''}`
}

function facts(operation: AnyOperation): string {
  return [
    effectFact(operation),
    `- Price: ${operation.price.describe}`,
    ...operation.price.keys.map(
      (key) => `  - price key \`${key}\`: ${priceList[key].credits} per ${priceList[key].unit}`,
    ),
    `- Rate limit: ${limitSentence(operation)}`,
    keyFacts[operation.access],
  ].join('\n')
}

function request(operation: AnyOperation, { document }: PageContext): string {
  const item = document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {}
  const parameters = ((item['parameters'] ?? []) as Json[]).filter((parameter) => 'name' in parameter)
  const inAddress = parameters.map((parameter): MemberRow => {
    const [row] = memberRows(
      document,
      { properties: { [String(parameter['name'])]: parameter['schema'] } },
      { depth: 0 },
    )
    return {
      path: `${String(parameter['name'])} (${String(parameter['in'])})`,
      type: row?.type ?? '',
      fallback: row?.fallback ?? '',
      required: parameter['required'] === true,
      description: String(parameter['description'] ?? ''),
    }
  })
  const rows = [...inAddress, ...memberRows(document, bodySchema(document, item), { depth: requestDepth })]
  const body = operation.file === undefined ? '' : `Body: ${fileSentence(operation.file)}\n\n`
  if (rows.length === 0) return `${body}No members.`
  return `${body}${table(
    ['Member', 'Type', 'Required', 'Default', 'Description'],
    rows.map((row) => [
      `\`${row.path}\``,
      row.type,
      row.required ? 'yes' : 'no',
      row.fallback,
      row.description,
    ]),
  )}`
}

function fileSentence({ describe, mediaTypes, maxBytes }: FileBody): string {
  return `${describe} At most ${maxBytes / 1024 ** 2} MiB; ${mediaTypes.join(', ')}.`
}

function bodySchema(document: OpenApiDocument, item: Json): Json {
  return schemaOf(document, item['requestBody'] as Json | undefined)
}

function answer(operation: AnyOperation, { document }: PageContext): string {
  const { types, always } = operation.media ?? {}
  if (always) return `No JSON: ${types?.join(', ')}.`
  const name = operation.id.charAt(0).toUpperCase() + operation.id.slice(1)
  const whole = document.components.schemas[`${name}Response`] ?? {}
  const body = typeof whole['$ref'] === 'string' ? componentOf(document, whole['$ref']) : whole
  const output = operation.bare ? body : ((body['properties'] as Json | undefined)?.['output'] as Json)
  const rows = memberRows(document, output, { depth: answerDepth })
  const intro = operation.bare ? 'Members of the answer:' : 'Members of `output`:'
  return `${intro}\n\n${table(
    ['Member', 'Type', 'Description'],
    rows.map((row) => [`\`${row.path}\``, row.type, row.description]),
  )}`
}

function schemaOf(document: OpenApiDocument, body: Json | undefined): Json {
  const content = body?.['content'] as Record<string, Json> | undefined
  const schema = content?.['application/json']?.['schema'] as Json | undefined
  if (schema === undefined) return {}
  return typeof schema['$ref'] === 'string' ? componentOf(document, schema['$ref']) : schema
}

function failureList(operation: AnyOperation): string {
  const own = operation.fails.map(({ status, slug, message }) => `- ${status} \`${slug}\`: ${message}`)
  return [...own, '- The failures every operation has are listed in /llms.txt under Errors.'].join('\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')
