import { failures, type FailureKind, type Registry } from '../../operation/index.ts'
import { interfaceVersion } from '../openapi/index.ts'
import { recipeLinks } from './recipe-pages.ts'
import { tagLinks } from './operation-index.ts'

/** The guide for agents, /llms.txt: everything the operation pages assume. */
export function guide(registry: Registry, baseUrl: string): string {
  return [
    '# Almanac',
    '> Finds, enriches and watches companies and people. Prices are in credits; every answer says what it cost.',
    `Interface version ${interfaceVersion}. Address: ${baseUrl}. Business operations are under /v1/; everything is JSON.`,
    links(registry, baseUrl),
    authentication,
    answers,
    charging,
    errorSection(),
    limits,
    paging,
    asynchronous,
    agents(baseUrl),
    `## Tasks\n\n${recipeLinks(registry, baseUrl)}`,
    operationLinks(registry, baseUrl),
  ].join('\n\n')
}

function links(registry: Registry, baseUrl: string): string {
  return `## Documents

- [Operation index](${baseUrl}/ai-docs/index.md): ${registry.operations.length} operations by tag
- [All operation pages](${baseUrl}/llms-full.txt): this guide and every page in one file
- What every answer has: [chargeInfo](${baseUrl}/ai-docs/schema-ChargeInfo.md), [the body of an error](${baseUrl}/ai-docs/schema-ErrorBody.md), [the same as problem+json](${baseUrl}/ai-docs/schema-ProblemBody.md), [the answer to a dry run](${baseUrl}/ai-docs/schema-DryRunAnswer.md)
- [OpenAPI 3.1](${baseUrl}/openapi.json): the machine-readable description
- [Interactive documentation](${baseUrl}/docs)
- [Quickstart script](${baseUrl}/quickstart): \`curl -s ${baseUrl}/quickstart | ALMANAC_API_KEY=<API_KEY> sh\``
}

const authentication = `## Authentication

Every operation but those marked as open needs an API key. It is looked for in this order, and the first one found decides:

1. member \`apiKey\` of the JSON body (POST, PATCH, PUT) or query parameter \`apiKey\` (GET, DELETE)
2. header \`x-api-key: <API_KEY>\`
3. header \`Authorization: Bearer <API_KEY>\`

A missing or bad key answers 401. Never show a key to a user: mask it after its prefix.`

const answers = `## Answers

Every answer is one object:

- \`output\`: the result of the operation
- \`chargeInfo\`: what the request cost, told apart by \`method\`: \`charged-now\`, \`charging-later\`, \`charged-for-async-process\`, \`free\`, \`credits-refunded\`
- \`warnings\`: list of {field, message}; members the request does not know are reported here with their full path; starts of jobs, changes of saved searches, audiences, trackers, job-change lists and top-ups, and every tool of an agent refuse them instead. Read them: a misspelt filter filters nothing.
- \`advice\`: tips for the next request

An optional member may be left out or null; both mean the default, unless its description gives null a meaning of its own.`

const charging = `## Charging

- \`chargeInfo.creditsCharged\` is authoritative; headers \`X-Credits-Charged\` and \`X-Credits-Remaining\` repeat it; of a replayed answer the header says 0. getOrgCredits shows the balance and the prices in force for the organization.
- An error or an empty result costs nothing, unless the page of an operation says otherwise.
- When credits run low \`chargeInfo.lowCreditAlert\` has a message and \`getMoreCreditsUrl\`.
- \`X-Dry-Run: 1\` checks a request and answers the most it can cost (\`output.dryRun.maxCredits\`, \`breakdown\`); nothing runs.
- \`X-Max-Credits: N\` refuses a request that may cost more than N with 402 \`spend_guard\`.
- \`X-Strict: 1\` refuses a request with a member it does not know, with 400 and before it costs anything; without it such members are in \`warnings\`, except where something is charged later.
- \`Idempotency-Key: <1 to 255 characters>\`: a retry with the same key and body gets the first answer again (\`Idempotent-Replayed: true\`) and is charged at most once, for 72 hours. Send it with everything you may have to retry. Let the key name the act, such as an order number: a new key for each attempt protects nothing.
- Before a search that may return much, ask its count operation: counts of companies and people are free.`

function errorSection(): string {
  const rows = Object.values(failures as Record<string, FailureKind>)
    .toSorted((one, other) => one.status - other.status)
    .map(
      ({ status, slug, message, retryable }) =>
        `| ${status} | \`${slug}\` | ${message} | ${retryable ? 'yes' : 'no'} |`,
    )
  return `## Errors

The body of every error: \`message\`, \`code\` (below), \`errorCode\` (quote it to support), \`requestId\`; with 400 also \`issues\` (path, message, code of each fault), with 402 \`outOfCreditsAlert\`, with 429 and 503 \`retryAfterSeconds\`. With \`Accept: application/problem+json\` also the members of RFC 9457: \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\`.

| Status | code | Meaning | Try again |
| --- | --- | --- | --- |
${rows.join('\n')}`
}

const limits = `## Limits

- Requests a minute, for each organization and operation; all keys of an organization share them. \`RateLimit-Policy\` and \`RateLimit\` show them on every answer, getRateLimits shows all.
- A 429 is decided before anything runs and is never charged. Wait for \`Retry-After\` seconds.
- Bodies up to 1 MiB (2 MiB where a list may have 10,000 items) and 32 levels deep. Give clients a time-out of 60 seconds or more.`

const paging = `## Paging

A page has \`nextCursor\` (or \`nextPageToken\`): pass it back unchanged with the same request to get the next page; null means there is none. A cursor keeps its place while records change: nothing is repeated or skipped.`

const asynchronous = `## Asynchronous jobs

Long work is started by one operation and polled by another. Polls are free; poll at most every 30 seconds, until the status says done or failed.`

const agents = (baseUrl: string) => `## Agents

Servers of the Model Context Protocol (streamable HTTP), with the key in \`x-api-key\`: \`${baseUrl}/mcp\` has a few tools for the usual tasks, \`${baseUrl}/mcp/all\` one for every operation, \`${baseUrl}/mcp/core\` three that find, describe and call any. A tool is named, answers and costs like its operation. Below \`${baseUrl}/mcp/oauth\` are the same for clients that sign in with OAuth. Headers are arguments there (\`dryRun\`, \`maxCredits\`, \`idempotencyKey\`); \`fields\` names the members of records to answer.`

function operationLinks(registry: Registry, baseUrl: string): string {
  const lines = tagLinks(registry).map(
    ({ tag, address, count }) => `- [${tag}](${baseUrl}${address}): ${count}`,
  )
  return `## Operations\n\nWith their numbers; the pages list method, path and price of each.\n\n${lines.join('\n')}`
}
