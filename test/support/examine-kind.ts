import { tmpdir } from 'node:os'
import { Command } from 'commander'
import { expect } from 'vitest'
import { registerDoctor } from '../../src/cli/commands/doctor.ts'
import type { EntityKind } from '../../src/corpus/kinds/index.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { ClickHouse } from '../../src/store/clickhouse/index.ts'
import type { Postgres } from '../../src/store/postgres/index.ts'
import { noUpgrade } from './no-upgrade.ts'

/** What `almanac doctor` finds wrong with the records of a kind. */
export async function examineKind(
  kind: EntityKind,
  { db, engine }: { db: Postgres; engine: ClickHouse },
): Promise<string[]> {
  const printed: { check: string; state: string; found: string }[][] = []
  const cli = new Command('almanac').exitOverride()
  registerDoctor(cli, {
    openStores: async () => ({
      db,
      engine,
      corpus: { db, engine },
      secret: Buffer.alloc(32, 7),
      close: async () => {},
    }),
    print: (value) => printed.push(value as never),
    dataDir: () => tmpdir(),
    clock: systemClock,
    nodeVersion: process.versions.node,
    upgrade: noUpgrade,
  })
  await cli.parseAsync(['doctor', '--json'], { from: 'user' }).catch(() => undefined)
  const ofKind = (printed[0] ?? []).filter(({ check }) => check.startsWith(`${kind}: `))
  expect(ofKind.length).toBeGreaterThan(2)
  return ofKind.filter(({ state }) => state !== 'ok').map(({ check, found }) => `${check}: ${found}`)
}
