import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApiDocument } from '../../src/surfaces/openapi/index.ts'
import { registry } from '../contract/registry.ts'
import { isLong } from '../support/long.ts'
import { projectRoot } from './running-server.ts'

const packages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'orval@7.11.2', 'typescript@5.9.3']
const options =
  '--noEmit --strict --target es2022 --lib es2022,dom --module nodenext --skipLibCheck --allowImportingTsExtensions'

// It downloads the generators: in `npm run test:long` only.
test.skipIf(!isLong)(
  'the call of clients.md compiles with what openapi-typescript and orval make of the document',
  { timeout: 900_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-generators-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const run = (line: string) => runToEnd(folder, line)
    const write = (name: string, text: string) => writeFile(join(folder, name), text)
    const guide = await readFile(join(projectRoot, 'docs/guide/clients.md'), 'utf8')
    const program = /```ts\n\/\/ find\.ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
    await write('package.json', '{"type": "module"}')
    await write('openapi.json', JSON.stringify(openApiDocument(registry)))
    await run(`npm install --no-audit --no-fund ${packages.join(' ')}`)
    await run('npx openapi-typescript openapi.json -o schema.ts')
    await run('npx orval --input ./openapi.json --output ./orval.ts --client fetch')
    const calls = { 'fetch.ts': withOpenApiFetch(program), 'orval-call.ts': withOrval(program) }
    for (const [name, text] of Object.entries(calls)) {
      await write(name, text)
      await run(`npx tsc ${options} ${name}`)
      // A compiler that takes everything would take the call, too.
      await write(`wrong-${name}`, text.replace('pageSize: 2', 'pageSiez: 2'))
      await expect(run(`npx tsc ${options} wrong-${name}`)).rejects.toThrow('pageSiez')
    }
  },
)

const callPattern = /const \{ data: answer \} = await almanac\.v1\.companySearch\((\{[\s\S]*?\n {2}\})\)/

/** The call of the guide, as clients of openapi-fetch make it: with a type on the body, which is of one loop with the answer. */
const withOpenApiFetch = (text: string) =>
  text
    .replace(
      "import { Almanac } from './almanac.ts'",
      `import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'
type Body = NonNullable<paths['/v1/company-search']['post']['requestBody']>['content']['application/json']`,
    )
    .replace(
      /const almanac = .*/,
      "const almanac = createClient<paths>({ baseUrl, headers: { 'x-api-key': KEY } })",
    )
    .replace(
      callPattern,
      `const body: Body = $1
  const { data: answer } = await almanac.POST('/v1/company-search', { body })
  if (answer === undefined) break`,
    )
    .replace(
      'process.env',
      '(globalThis as never as { process: { env: Record<string, string> } }).process.env',
    )

/** The same with the functions that orval writes. */
const withOrval = (text: string) =>
  text
    .replace("import { Almanac } from './almanac.ts'", "import { companySearch } from './orval.ts'")
    .replace(/const almanac = .*\n/, '')
    .replace(", URL: baseUrl = 'http://localhost:8080'", '')
    .replace(
      callPattern,
      `const answered = await companySearch($1, { headers: { 'x-api-key': KEY } })
  if (answered.status !== 200) break
  const answer = answered.data`,
    )
    .replace(
      'process.env',
      '(globalThis as never as { process: { env: Record<string, string> } }).process.env',
    )

/** Runs a command in a folder; throws what it said where it fails. */
async function runToEnd(cwd: string, line: string): Promise<void> {
  const child = spawn('bash', ['-c', line], { cwd })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${line}: ${code}\n${output}`)
}
