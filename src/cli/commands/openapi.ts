import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { discoverRegistry } from '../../capabilities/discover.ts'
import { loadConfig } from '../../config.ts'
import { openApiDocument } from '../../surfaces/openapi/index.ts'

/** `almanac openapi`: prints what /openapi.json answers, without starting anything. */
export function registerOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 description of the interface')
    .option('--out <file>', 'write it to a file instead')
    .action(async ({ out }: { out?: string }) => {
      const { ALMANAC_BASE_URL, PORT, ALMANAC_PLATFORM_NAMES } = loadConfig()
      const server = ALMANAC_BASE_URL ?? `http://localhost:${PORT}`
      const document = openApiDocument(await discoverRegistry(ALMANAC_PLATFORM_NAMES), { server })
      const text = `${JSON.stringify(document, null, 2)}\n`
      if (out === undefined) process.stdout.write(text)
      else await writeFile(out, text)
    })
}
