MemcpyHtoD,0x00007f000003e700,20480
kernel-1.traceg
kernel-2.traceg
