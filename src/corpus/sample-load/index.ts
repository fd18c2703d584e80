export {
  loadSample,
  noneLoaded,
  sampleHeld,
  sampleState,
  sampleTotal,
  type SampleProgress,
  type SampleRequest,
} from './load-sample.ts'
export { removeSample } from './remove-sample.ts'
