import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'

/** The least a Node server does for the same bytes: reads the body, answers. A process of its own, started with the file of the answer. */
interface BareAnswer {
  headers: Record<string, string>
  body: string
}

const { headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareAnswer
const bytes = Buffer.from(body)

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { ...headers, 'content-length': bytes.length })
    response.end(bytes)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`ready ${address.port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
