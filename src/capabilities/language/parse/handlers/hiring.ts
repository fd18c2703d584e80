import { put, type Frame, type State } from '../state.ts'

/** Adds to what a posting of the companies must be, where hiring is being talked about. */
export function addToPosting(state: State, member: string, value: unknown): boolean {
  const { frame } = state
  if (frame?.posting === undefined || state.isNegated) return false
  const values = (frame.posting[member] ??= []) as unknown[]
  for (const each of Array.isArray(value) ? value : [value]) if (!values.includes(each)) values.push(each)
  frame.isUsed = true
  return true
}

/** Companies with a posting as described; with any, where nothing is. */
export function endHiring(state: State, { mention, posting = {}, isNegated }: Frame): void {
  const list = isNegated ? 'noneOf' : 'anyOf'
  if (Object.keys(posting).length === 0) {
    put(state, { side: 'company', param: 'specialFlags', list, value: 'is-hiring', mention })
    return
  }
  const value = { ...posting, jobPostingStatus: 'active' }
  put(state, { side: 'company', param: 'jobPostingsV2', list, value, mention })
}
