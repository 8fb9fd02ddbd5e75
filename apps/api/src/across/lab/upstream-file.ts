/** In the data directory: the file of the lab's wholesaler, written when it starts. */
export const labUpstreamFile = "lab-upstream.json";
