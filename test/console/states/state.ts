import type { Page } from 'playwright-core'
import type { SampledAlmanac } from '../../worlds/sample.ts'
import type { Visitor } from '../browser.ts'

/** A state of a page that is looked at: for barriers, in both colours, on a telephone. */
export interface State {
  name: string
  /** How somebody who is signed in gets there. */
  reach(page: Page, visitor: Visitor, service: SampledAlmanac): Promise<void>
}
