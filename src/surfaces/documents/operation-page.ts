import {
  priceList,
  quoteForShell,
  type AnyOperation,
  type FileBody,
  type Registry,
} from '../../operation/index.ts'
import { limitSentence, type Json, type OpenApiDocument, type Utility } from '../openapi/index.ts'
import { exampleCommands } from './example-commands.ts'
import {
  findComponent,
  listSchemaMembers,
  describeType,
  type Member,
  type MemberReader,
} from './member-tree.ts'
import { makePages } from './schema-pages.ts'

/** The page of one operation in Markdown, and the pages of parts that do not fit on it, by address. */
export function operationPages(
  operation: AnyOperation,
  reader: MemberReader,
  commands: { registry: Registry; baseUrl: string },
): Map<string, string> {
  const sent = requestMembers(operation, reader)
  const answered = answerMembers(operation, reader)
  return makePages({
    name: operation.id,
    address: `/ai-docs/${operation.id}.md`,
    tables: [
      { members: sent, side: 'request' },
      { members: answered, side: 'answer' },
    ],
    render: ([request = '', answer = '']) =>
      [
        `# ${operation.id}`,
        `${operation.summary}. ${operation.describe}`,
        `\`${operation.method} ${operation.path}\``,
        facts(operation),
        '## Request',
        ...(operation.file === undefined ? [] : [`Body: ${fileSentence(operation.file)}`]),
        sent.length === 0 ? 'No members.' : request,
        '## Answer',
        answerIntro(operation, reader, answered),
        ...(answered.length === 0 ? [] : [answer]),
        '## Failures',
        failureList(operation),
        '## Example',
        `\`\`\`sh\n${exampleCommands(operation, commands)}\n\`\`\``,
      ].join('\n\n'),
  })
}

/** The page of a document. */
export function utilityPage(utility: Utility, baseUrl: string): string {
  const url = baseUrl + utility.path.replace('{operationId}', 'index')
  return [
    `# ${utility.id}`,
    `${utility.summary}. ${utility.describe}`,
    `\`GET ${utility.path}\``,
    `- Price: free.\n- Key: none needed.\n- Answers: ${utility.types.join(', ')}.`,
    '## Example',
    `\`\`\`sh\ncurl -s ${quoteForShell(url)}\n\`\`\``,
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
    reads: 'reads, and changes nothing',
    spends: 'spends credits, and changes nothing else',
    changes: 'changes something: not with a read-only key',
  }
  return `- Effect: ${does[effect]}.${effect === 'changes' && repeatable ? ' Sending it twice has the effect of sending it once.' : ''}`
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

function requestMembers(operation: AnyOperation, reader: MemberReader): Member[] {
  const item = reader.document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {}
  const parameters = ((item['parameters'] ?? []) as Json[]).filter((parameter) => 'name' in parameter)
  const inAddress = parameters.flatMap((parameter) => {
    const name = String(parameter['name'])
    return listSchemaMembers(reader, { properties: { [name]: parameter['schema'] } }).map((member) => ({
      ...member,
      path: `${name} (${String(parameter['in'])})`,
      required: parameter['required'] === true,
      description: String(parameter['description'] ?? ''),
    }))
  })
  const body = item['requestBody'] as Json | undefined
  return [...inAddress, ...listSchemaMembers(reader, bodySchema(reader.document, body))]
}

function fileSentence({ describe, mediaTypes, maxBytes }: FileBody): string {
  return `${describe} At most ${maxBytes / 1024 ** 2} MiB; ${mediaTypes.join(', ')}.`
}

/** The operation's page shows the members of a body, whatever name the document gives their schema. */
function bodySchema(document: OpenApiDocument, body: Json | undefined): Json {
  const content = body?.['content'] as Record<string, Json> | undefined
  const schema = content?.['application/json']?.['schema'] as Json | undefined
  return unnamed(document, schema ?? {})
}

function answerMembers(operation: AnyOperation, reader: MemberReader): Member[] {
  return operation.media?.always ? [] : listSchemaMembers(reader, outputSchema(operation, reader.document))
}

function outputSchema(operation: AnyOperation, document: OpenApiDocument): Json {
  const name = operation.id.charAt(0).toUpperCase() + operation.id.slice(1)
  const body = unnamed(document, findComponent(document, `${name}Response`))
  return operation.bare ? body : (((body['properties'] as Json | undefined)?.['output'] ?? {}) as Json)
}

function unnamed(document: OpenApiDocument, schema: Json): Json {
  return typeof schema['$ref'] === 'string' ? findComponent(document, schema['$ref']) : schema
}

function answerIntro(operation: AnyOperation, reader: MemberReader, members: readonly Member[]): string {
  if (operation.media?.always) return `No JSON: ${operation.media.types?.join(', ')}.`
  const whole = operation.bare ? 'the answer' : '`output`'
  const type = describeType(reader, outputSchema(operation, reader.document))
  if (members.length === 0) return `Type of ${whole}: ${type}.`
  return `Members of ${whole}${type.includes('](') ? ` (${type})` : ''}:`
}

function failureList(operation: AnyOperation): string {
  const own = operation.fails.map(({ status, slug, message }) => `- ${status} \`${slug}\`: ${message}`)
  return [
    ...own,
    '- The failures every operation has are listed in [/llms.txt](/llms.txt) under Errors.',
  ].join('\n')
}
