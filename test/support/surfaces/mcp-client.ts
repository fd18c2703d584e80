import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'

export interface ToolAnswer {
  isError: boolean
  text: string
  // Tests look into answers of every shape; their assertions are the check.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  meta: Record<string, unknown>
}

export interface Agent {
  client: Client
  call(tool: string, input?: Record<string, unknown>): Promise<ToolAnswer>
}

export interface Connection {
  /** Of the service, where it really listens. */
  url: string
  /** Where it says it is; requests for there go to `url`. */
  baseUrl?: string
  path: string
  headers?: Record<string, string>
  /** `auto` speaks the newest revision of the protocol, `legacy` that of 2025. */
  mode?: 'auto' | 'legacy'
  authProvider?: OAuthClientProvider
}

const testBaseUrl = 'http://almanac.test'

/** A fetch for which the service is where it says it is. */
export const fetchThere =
  (url: string, baseUrl = testBaseUrl) =>
  (input: string | URL, init?: RequestInit): Promise<Response> =>
    fetch(String(input).replace(baseUrl, url), init)

export const transportTo = ({ url, baseUrl = testBaseUrl, path, headers = {}, authProvider }: Connection) =>
  new StreamableHTTPClientTransport(new URL(path, baseUrl), {
    fetch: fetchThere(url, baseUrl),
    requestInit: { headers },
    ...(authProvider === undefined ? {} : { authProvider }),
  })

/** The official client, connected. */
export async function agentAt(connection: Connection): Promise<Agent> {
  const client = new Client(
    { name: 'test agent', version: '1.0.0' },
    { versionNegotiation: { mode: connection.mode ?? 'auto' } },
  )
  await client.connect(transportTo(connection))
  return {
    client,
    async call(name, input = {}) {
      const { content, isError, _meta } = await client.callTool({ name, arguments: input })
      const [first] = content
      const text = first?.type === 'text' ? first.text : ''
      const isJson = text.startsWith('{')
      return {
        isError: isError === true,
        text,
        body: isJson ? JSON.parse(text) : undefined,
        meta: _meta ?? {},
      }
    },
  }
}
