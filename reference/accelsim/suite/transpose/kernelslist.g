MemcpyHtoD,0x00007f000003e700,98304
kernel-1.traceg
