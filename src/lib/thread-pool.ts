import { Worker } from 'node:worker_threads'

/** A few threads that each do one task after the other. */
export interface ThreadPool<Task, Done> {
  readonly size: number
  /**
   * Fails with the thread's error; a failed task ends no thread. Tasks go to the threads in turn, or to `thread`,
   * where it keeps something for them.
   */
  run(task: Task, thread?: number): Promise<Done>
  close(): Promise<void>
}

export interface ThreadSettings {
  /** What the threads read as `workerData`. */
  data?: unknown
  /** Megabytes for a thread's short-lived objects. Small rooms are swept too often. */
  youngMb?: number
}

interface Waiting<Done> {
  resolve(done: Done): void
  reject(error: Error): void
}

/** `file` is a module that calls `answerTasks`. A thread that died fails its current task and all later ones. */
export function openThreadPool<Task, Done>(
  file: URL,
  count: number,
  { data, youngMb }: ThreadSettings = {},
): ThreadPool<Task, Done> {
  const resourceLimits = youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }
  const threads = Array.from({ length: count }, () =>
    openThread<Task, Done>(new Worker(file, { workerData: data, resourceLimits })),
  )
  let next = 0
  return {
    size: count,
    run: (task, thread = next++ % count) => (threads[thread] as Thread<Task, Done>).run(task),
    async close() {
      await Promise.all(threads.map((thread) => thread.end()))
    },
  }
}

interface Thread<Task, Done> {
  run(task: Task): Promise<Done>
  end(): Promise<unknown>
}

function openThread<Task, Done>(worker: Worker): Thread<Task, Done> {
  const waiting = new Map<number, Waiting<Done>>()
  let next = 0
  let dead: Error | undefined
  const die = (error: Error) => {
    dead ??= error
    for (const each of waiting.values()) each.reject(dead)
    waiting.clear()
  }
  worker.on('message', ({ id, done, error }: { id: number; done?: Done; error?: string }) => {
    const task = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) task?.resolve(done as Done)
    else task?.reject(new Error(error))
  })
  worker.on('error', die)
  worker.on('exit', (code) => die(new Error(`a worker thread ended (${code})`)))
  return {
    run(task) {
      if (dead !== undefined) return Promise.reject(dead)
      const id = next++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, task })
      })
    },
    end: () => worker.terminate(),
  }
}
