import { addressOf } from '../../call/again.ts'
import type { Logged } from './log.ts'

export type Form = 'curl' | 'typescript' | 'python' | 'agent'

/** What stands in the log where a key or somebody's name was. */
const mask = '[redacted]'

/** Whether the members are there, and none is masked. */
export const isWhole = ({ curl, request }: Logged): boolean =>
  curl !== null && !JSON.stringify(request ?? {}).includes(mask)

const indent = (value: unknown, spaces: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)

const pythonWords: Record<string, string> = { true: 'True', false: 'False', null: 'None' }

/** JSON as Python writes it: the three words outside of texts differ. */
const python = (text: string) =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (part) => pythonWords[part] ?? part)

const typescript = (logged: Logged) => {
  const { path, body } = addressOf(logged)
  const sent = body === undefined ? '' : `\n  body: JSON.stringify(${indent(body, 2)}),`
  const type = body === undefined ? '' : `, 'content-type': 'application/json'`
  return `const response = await fetch('${location.origin}${path}', {
  method: '${logged.method}',
  headers: { 'x-api-key': process.env.ALMANAC_API_KEY ?? ''${type} },${sent}
})
const { output, chargeInfo } = await response.json()
console.log(output, chargeInfo)`
}

const pythonText = (logged: Logged) => {
  const { path, body } = addressOf(logged)
  const sent = body === undefined ? '' : `\n    json=${python(indent(body, 4))},`
  return `import os
import requests

response = requests.request(
    "${logged.method}",
    "${location.origin}${path}",
    headers={"x-api-key": os.environ["ALMANAC_API_KEY"]},${sent}
)
print(response.status_code, response.json())`
}

const agent = ({ operationId, request }: Logged) =>
  JSON.stringify(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: operationId, arguments: request ?? {} } },
    null,
    2,
  )

/** A request as a program sends it; undefined where the log does not hold its members. */
export function textOf(logged: Logged, form: Form): string | undefined {
  if (logged.curl === null) return undefined
  if (form === 'curl') return logged.curl
  if (form === 'typescript') return typescript(logged)
  return form === 'python' ? pythonText(logged) : agent(logged)
}
