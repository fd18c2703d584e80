import type { Command } from 'commander'
import { stringify } from 'yaml'
import { loadConfig } from '../../config.ts'
import { maskedConfig } from '../../masked-config.ts'

/** `almanac config`: the settings in force. */
export function registerConfig(program: Command): void {
  program
    .command('config')
    .description('print the effective settings, secrets masked')
    .action(async () => {
      const config = loadConfig()
      for (const [name, value] of Object.entries(maskedConfig(config))) {
        process.stdout.write(`${name}=${Array.isArray(value) ? value.join(',') : (value ?? '')}\n`)
      }
      // Importing them at the top would load the whole corpus.
      const { discoverSourceKinds, maskSources } = await import('../../sources/index.ts')
      const sources = maskSources(config.sources.template, await discoverSourceKinds()) as unknown[]
      if (sources.length === 0) return
      process.stdout.write(`\n# ${config.sources.file}\n${stringify({ sources })}`)
    })
}
