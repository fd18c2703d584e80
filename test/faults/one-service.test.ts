import { beforeAll } from 'vitest'
import { describeContention } from './contention.ts'
import { describeEngineKilled } from './engine-killed.ts'
import { faultyService, type FaultyService } from './one-service.ts'
import { describePostgresAway } from './postgres-away.ts'

let service: FaultyService
beforeAll(async () => {
  service = await faultyService()
})

describeContention(() => service)
describeEngineKilled(() => service)
describePostgresAway(() => service)
