/** What a request may use of a turn of the event loop, milliseconds: it is promised. */
export const maxTurnMs = 100

/**
 * Processor time of the longest turn of the event loop during some work, milliseconds: what others on the machine do not change. It looks
 * each millisecond, which may add one to a turn; to look in every turn would keep a processor busy while stores answer.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false]
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (!isOver) setTimeout(turn, 1)
  }
  setTimeout(turn, 1)
  await work()
  isOver = true
  return longest
}
