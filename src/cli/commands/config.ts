import type { Command } from 'commander'
import { loadConfig, maskedConfig } from '../../config.ts'

/** `almanac config`: the settings in force. */
export function registerConfig(program: Command): void {
  program
    .command('config')
    .description('print the effective settings, secrets masked')
    .action(() => {
      for (const [name, value] of Object.entries(maskedConfig(loadConfig()))) {
        process.stdout.write(`${name}=${Array.isArray(value) ? value.join(',') : (value ?? '')}\n`)
      }
    })
}
