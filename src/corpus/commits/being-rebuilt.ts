import { StoreRebuilding } from '../../store/postgres/index.ts'

/** What was asked for is being built again and not there yet; `GET /status` says how far it is. */
export class BeingRebuilt extends StoreRebuilding {
  constructor(what: string) {
    super(`${what} are being rebuilt`)
  }
}
