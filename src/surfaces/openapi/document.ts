import { z } from 'zod'
import { chargeInfo, dryRunAnswer, errorBody, type Registry } from '../../operation/index.ts'
import { createComponents, type Components } from './components.ts'
import { failureComponents } from './failures.ts'
import { answerHeaderObjects, requestHeaders } from './headers.ts'
import type { Json } from './json-schema.ts'
import { operationObject } from './operation-object.ts'
import { utilities, utilityItem, utilityTag } from './utilities.ts'
import { buildWebhooks } from './webhooks.ts'

/** Version of the interface (SPEC.md Versioning 2), not of this program. */
export const interfaceVersion = '1.44.0'

export interface OpenApiOptions {
  /**
   * Address clients call; default: the one the document was read from, because a page may only call its own origin and a
   * service can have several names.
   */
  server?: string
  version?: string
}

/** The parts of an OpenAPI document that this project reads. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string; [member: string]: unknown }
  paths: Record<string, Record<string, Json>>
  webhooks: Record<string, Json>
  components: { schemas: Record<string, Json>; [kind: string]: Record<string, Json> }
  [member: string]: unknown
}

/** RFC 9457 members in addition to the usual ones, for clients that ask for them. */
const problemBody = errorBody
  .extend({
    type: z.url().describe('Names the kind of error, as `code` does; this address explains it.'),
    title: z.string().describe('`code` as people write it.'),
    status: z.int().describe('The HTTP status.'),
    detail: z.string().describe('The same as `message`.'),
    instance: z.string().describe('Names this one error: `urn:almanac:request:` and the `requestId`.'),
  })
  .meta({ id: 'ProblemBody' })

/** Describes every operation and document of the service. The same registry gives the same text. */
export function openApiDocument(registry: Registry, options: OpenApiOptions = {}): OpenApiDocument {
  const components = createComponents()
  addOwnSchemas(components)
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of registry.operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = operationObject(operation, components)
  }
  for (const utility of utilities) paths[utility.path] = utilityItem(utility) as Record<string, Json>
  const responses = failureComponents()
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Almanac',
      version: options.version ?? interfaceVersion,
      summary: 'Finds, enriches and watches companies and people.',
      description,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.server ?? '/', description: 'This instance.' }],
    tags: listTags(registry),
    paths,
    webhooks: buildWebhooks(registry.events, components),
    components: {
      schemas: {},
      responses,
      parameters: requestHeaders,
      headers: answerHeaderObjects,
      securitySchemes: registry.operations.some(({ access }) => access === 'operator')
        ? { ...securitySchemes, OperatorToken: operatorToken }
        : securitySchemes,
    },
  }
  const schemas = components.resolve(document)
  const whole = { ...document, components: { ...document.components, schemas } }
  return registry.translate === undefined ? whole : named(whole, registry.translate)
}

/** The same document, with this deployment's operation names in its descriptions. */
const named = (document: OpenApiDocument, translate: (text: string) => string) =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? translate(value) : value,
  ) as OpenApiDocument

const description = `Every operation answers \`{output, chargeInfo, warnings, advice}\`. \`chargeInfo\` is the record of what the
request was charged; errors and empty results cost nothing unless an operation says otherwise. Members a request does not
know are reported in \`warnings\`, and refused where something is charged later. Errors have one body: \`message\`, \`code\`, \`errorCode\`, \`requestId\`.`

function addOwnSchemas(components: Components): void {
  for (const schema of [errorBody, problemBody, chargeInfo, dryRunAnswer])
    components.add(schema, 'output', 'document')
}

function listTags(registry: Registry): Json[] {
  const byTag = Map.groupBy(registry.operations, (operation) => operation.tag)
  const tags = [...byTag].map(([name, operations]) => ({
    name,
    description: `${operations.map((operation) => operation.summary).join(', ')}.`,
  }))
  const documents = { name: utilityTag, description: 'Documents about this service; free and without a key.' }
  return [...tags.filter((tag) => tag.name !== utilityTag), documents]
}

const operatorToken = {
  type: 'http',
  scheme: 'bearer',
  description: "The operator's token of the installation (ALMANAC_OPERATOR_TOKEN).",
}

const securitySchemes = {
  ApiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key in a header.' },
  BearerKey: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
  ApiKeyQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'apiKey',
    description:
      'The API key in the query of a GET or DELETE. Used before any header; addresses end up in logs.',
  },
}
