import type { Command } from 'commander'
import { stringify } from 'yaml'
import { loadConfig, maskedConfig } from '../../config.ts'
import { discoverSourceKinds, maskSources } from '../../sources/index.ts'

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
      if (config.sources === undefined) return
      const sources = maskSources(config.sources.template, await discoverSourceKinds())
      process.stdout.write(`\n# ${config.sources.file}\n${stringify({ sources })}`)
    })
}
