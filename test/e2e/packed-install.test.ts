import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { projectRoot } from './running-server.ts'

// It downloads everything again: in `npm run test:long` only.
test.skipIf(!isLong)(
  'what npm packs installs into an empty folder and runs there',
  { timeout: 900_000 },
  async () => {
    // npm puts its own Node and settings into the environment of what it runs: as typed by a user.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|INIT_CWD|ALMANAC_|VITEST)/.test(name)),
    )
    env['PATH'] = (env['PATH'] ?? '')
      .split(':')
      .filter((folder) => !folder.includes('node_modules'))
      .join(':')
    const child = spawn('bash', [join(projectRoot, 'scripts/try-pack.sh')], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += text.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(said, said).toMatch(/packed install: passed$/m)
    expect(code).toBe(0)
  },
)
