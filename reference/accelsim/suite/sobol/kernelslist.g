MemcpyHtoD,0x00007f000003e700,640
kernel-1.traceg
