// For test/faults/contention.test.ts, until it imports the world itself.
export { sampledAlmanac, type SampledAlmanac } from '../worlds/sample.ts'
