import { StoreRebuilding } from '../../store/postgres/index.ts'

/** The requested data is being rebuilt and not there yet; `GET /status` shows the progress. */
export class BeingRebuilt extends StoreRebuilding {
  constructor(what: string) {
    super(`${what} are being rebuilt`)
  }
}
