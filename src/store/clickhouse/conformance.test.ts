import { join } from 'node:path'
import { expect } from 'vitest'
import { clickhouseConformance } from './conformance.ts'
import { engineAddress, openClickHouse, openTwoShardEngine } from './index.ts'
import type { ClickHouse } from './index.ts'

const quiet = () => {}
const MEMORY = 1024 ** 3

clickhouseConformance('embedded', (dataDir) => openClickHouse({ dataDir, memoryBytes: MEMORY, log: quiet }))

clickhouseConformance('the same engine through url', async (dataDir) => {
  const engine = await openClickHouse({ dataDir, memoryBytes: MEMORY, log: quiet })
  const address = await engineAddress(dataDir)
  expect(address).toBeDefined()
  const client = await openClickHouse({ url: address!.url, dataDir: join(dataDir, 'unused'), log: quiet })
  const both: ClickHouse = {
    ...client,
    async close() {
      await client.close()
      await engine.close()
    },
  }
  return both
})

clickhouseConformance('two shards', openTwoShardEngine)
