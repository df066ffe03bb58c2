MemcpyHtoD,0x00007f000003e700,32000
MemcpyHtoD,0x00007f00000f1200,32000
kernel-1.traceg
kernel-2.traceg
