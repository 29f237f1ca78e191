// The number of uploads that are under way or have failed, so that Watch knows of them without their code.
import { createStore } from '#app/device/create-store.ts';

export const uploadCount = createStore(0);
